import type { ExecutorMember } from '@pawl/core';
import { difference } from '../compare/difference.js';
import type { Answer } from '../law/answer-of.js';
import { touchOf } from '../law/stations-of.js';
import type { Station } from '../world/world.js';
import { callMembers } from './lived-history.js';
import { unlicensed } from './lived-license.js';

/**
 * How a worker's answer is looser than, or alien to, that of the layer around the worker's inner; `undefined` where the
 * layer's touch explains it: a layer may be stricter with workers than with whoever delegated to them.
 */
export const unlicensedOfWorker = (
  station: Station,
  asked: { readonly member: ExecutorMember; readonly args: readonly unknown[] },
  want: Answer,
  got: Answer,
): string | undefined => {
  const { member, args } = asked;
  const touch = touchOf(station, member);
  if (touch === undefined || !callMembers.includes(member)) return difference(want, got);
  // Nothing that its parent was told or has cached is a worker's to know.
  const own = touch === 'answers' || touch === 'remembers' ? 'rewrites' : touch;
  return unlicensed(member, own, { want, got, args: Object(args[0]).args, isThere: false });
};
