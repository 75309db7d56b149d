import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ALL,
  type Capability,
  capabilities,
  capabilityNames,
  difference,
  isCapabilitySet,
  isSubset,
  NONE,
  ORDINARY,
  union,
} from './capability-set.js';
import { granted, TAINT_REVOKED } from './granted.js';

const set = fc.subarray([...capabilityNames(ALL)]).map((names) => capabilities(...names));

describe('a capability set', () => {
  it.each([undefined, null, Number.NaN, -1, 1.5, 512, '1', true, {}])('takes %j for the strictest set', (nonsense) => {
    const wrong = nonsense as never; // what an executor that is wrong may answer
    const one = capabilities('local-read');
    expect(union(wrong, one)).toBe(ALL);
    expect(union(one, wrong)).toBe(ALL);
    expect(difference(wrong, one)).toBe(difference(ALL, one));
    expect(difference(one, wrong)).toBe(one);
    expect(isSubset(wrong, one)).toBe(false);
    expect(isSubset(one, wrong)).toBe(false);
  });

  it('is a lattice: union joins, subset orders, difference takes away', () => {
    fc.assert(
      fc.property(set, set, set, (a, b, c) => {
        expect(union(a, b)).toBe(union(b, a));
        expect(union(a, union(b, c))).toBe(union(union(a, b), c));
        expect(isSubset(a, union(a, b))).toBe(true);
        expect(isSubset(a, b) && isSubset(b, a)).toBe(a === b);
        expect(union(difference(a, b), b)).toBe(union(a, b));
        expect(isSubset(NONE, a) && isSubset(a, ALL)).toBe(true);
      }),
    );
  });

  it('is the names it was made of', () => {
    fc.assert(
      fc.property(set, (a) => {
        expect(capabilities(...capabilityNames(a))).toBe(a);
      }),
    );
  });

  it('refuses a name that is no capability, prototype names included', () => {
    for (const name of ['root', 'constructor', '__proto__']) {
      expect(() => capabilities(name as Capability)).toThrow(`"${name}" is no capability`);
    }
  });

  it('is told apart from other numbers', () => {
    expect([0, 511].map(isCapabilitySet)).toEqual([true, true]);
    expect([-1, 512, 1.5, Number.NaN, '1', null].map(isCapabilitySet)).toEqual(Array(6).fill(false));
  });
});

describe('granted', () => {
  it('loses exactly the two ways out under taint, and gains nothing', () => {
    fc.assert(
      fc.property(set, (base) => {
        const clean = granted({ base }, 'clean');
        const tainted = granted({ base }, 'tainted');
        expect(tainted).toBe(difference(clean, TAINT_REVOKED));
        expect(isSubset(tainted, clean)).toBe(true);
      }),
    );
  });

  it('never grants an administrative capability, whatever the base says', () => {
    fc.assert(
      fc.property(set, (base) => {
        expect(isSubset(granted({ base }, 'clean'), ORDINARY)).toBe(true);
      }),
    );
  });
});
