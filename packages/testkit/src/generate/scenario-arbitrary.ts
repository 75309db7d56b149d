import fc from 'fast-check';
import { oddNames, plainNames, prototypeNames } from './names.js';
import type { Scenario } from './scenario.js';

const everyName: readonly string[] = [...plainNames, ...prototypeNames, ...oddNames];
const salt = fc.nat({ max: 0xffff });

const build = (): fc.Arbitrary<Scenario> =>
  fc
    .record({
      names: fc.uniqueArray(fc.nat({ max: everyName.length - 1 }), { minLength: 2, maxLength: 9 }),
      salts: fc.array(salt, { minLength: 9, maxLength: 9 }),
      owned: fc.integer({ min: 1, max: 6 }),
      unlisted: fc.nat({ max: 2 }),
      layers: fc.array(fc.record({ shape: fc.nat({ max: 999 }), salt }), { maxLength: 5 }),
      outside: fc.nat({ max: 5 }),
      calls: fc.array(fc.record({ tool: fc.nat({ max: 8 }), salt }), { minLength: 1, maxLength: 4 }),
      steps: fc.array(
        fc.record({ op: fc.constantFrom<'add' | 'remove' | 'redefine'>('add', 'remove', 'redefine'), salt }),
        { minLength: 1, maxLength: 3 },
      ),
      depth: fc.nat({ max: 2 }),
      salt,
    })
    .map(({ names, salts, owned, unlisted, layers, outside, ...rest }) => {
      const known = Math.min(owned, names.length - 1);
      const listed = Math.max(1, known - unlisted);
      // Every index was drawn below the table's length.
      const texts = names.map((index) => everyName[index] as string);
      return {
        tools: texts.slice(0, known).map((name, index) => ({ name, listed: index < listed, salt: salts[index] ?? 0 })),
        unknown: texts.slice(known),
        layers,
        outside: Math.min(outside, layers.length),
        ...rest,
      };
    });

/** Random scenarios. Shrinks towards one plain tool, one plain call and no layer. */
export const scenarioArbitrary: fc.Arbitrary<Scenario> = build();
