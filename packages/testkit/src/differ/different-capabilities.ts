import { ALL, type CapabilitySet, capabilities, capabilityNames } from '@pawl/core';
import { hash } from '../generate/hash.js';
import type { Pair } from './pair.js';

/** What was required and what is required now: as many with another among them, or one more. */
export const differentCapabilities = (salt: number): Pair<CapabilitySet> => {
  const drawn = hash(salt, 'capabilities');
  const every = capabilityNames(ALL);
  const start = drawn % every.length;
  const count = 1 + ((drawn >>> 4) % 4);
  const had = every.map((_name, index) => every[(start + index * 2) % every.length] ?? 'local-read').slice(0, count);
  const others = every.filter((name) => !had.includes(name));
  const other = others[(drawn >>> 8) % others.length] ?? 'grant-admin';
  const isMore = (drawn >>> 12) % 3 === 0;
  return {
    what: isMore ? `${other} too` : `${other} instead of ${had[0]}`,
    a: capabilities(...had),
    b: capabilities(...had.slice(isMore ? 0 : 1), other),
  };
};
