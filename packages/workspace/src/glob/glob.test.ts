import fc from 'fast-check';
import picomatch from 'picomatch';
import { describe, expect, it } from 'vitest';
import { compileGlob } from './compile-glob.js';
import { expandBraces } from './expand-braces.js';

const name = fc.string({ unit: fc.constantFrom('a', 'b', '.', '-'), minLength: 1, maxLength: 5 });
const path = fc.array(name, { minLength: 1, maxLength: 4 });
const piece = fc.oneof(
  fc.constant('**'),
  fc
    .array(fc.constantFrom('a', 'b', '.', '*', '?', '[ab]', '[!a]', '{a,b}'), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join('')),
);
const pattern = fc.array(piece, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));

const dotted = (names: readonly string[]): boolean => names.some((one) => one === '.' || one === '..');

describe('a glob', () => {
  it('means what picomatch says, but for stars that run together', () => {
    let agreed = 0;
    fc.assert(
      fc.property(pattern, path, (glob, names) => {
        fc.pre(!dotted(names) && !dotted(glob.split('/')) && !/\*\*./.test(glob.replaceAll('**/', '')));
        fc.pre(!/[^/]\*\*|\*\*\*/.test(glob) && !/(^|\/)(\[|\{|\?)/.test(glob));
        fc.pre((glob.match(/\*/g) ?? []).length <= 3);
        const expected = picomatch(glob, { noextglob: true })(names.join('/'));
        let actual: boolean;
        try {
          actual = compileGlob(glob).matches(names);
        } catch {
          return;
        }
        // Ours means files only, so `a/**` does not mean `a`.
        if (expected && glob.endsWith('/**')) return;
        agreed += expected ? 1 : 0;
        expect([glob, names.join('/'), actual]).toEqual([glob, names.join('/'), expected]);
      }),
      { numRuns: 3_000 },
    );
    expect(agreed).toBeGreaterThan(20);
  });

  it('leads to whatever it matches', () => {
    fc.assert(
      fc.property(pattern, path, (glob, names) => {
        let compiled: ReturnType<typeof compileGlob>;
        try {
          compiled = compileGlob(glob, { hidden: true });
        } catch {
          return;
        }
        if (!compiled.matches(names)) return;
        for (let length = 0; length < names.length; length += 1) {
          expect(compiled.leadsTo(names.slice(0, length))).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('is quick for every pattern and every name', () => {
    const long = 'a'.repeat(255);
    const start = performance.now();
    for (const hostile of [`${'*a'.repeat(60)}b`, `${'**/*a'.repeat(50)}/b`, '[a]*[a]*b', `${'*?'.repeat(100)}b`]) {
      expect(compileGlob(hostile).matches(Array.from({ length: 15 }, () => long))).toBe(false);
      expect(compileGlob(hostile).matches([long])).toBe(false);
    }
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it('expands braces, also in each other and over directories', () => {
    expect([...expandBraces('{a,b/{c,d}}.ts')].sort()).toEqual(['a.ts', 'b/c.ts', 'b/d.ts']);
    expect(compileGlob('{src,test/unit}/*.ts').matches(['test', 'unit', 'a.ts'])).toBe(true);
  });
});
