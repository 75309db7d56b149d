import { type ExecutorMember, isCapabilitySet, isSubset, strictness, type ToolDecision } from '@pawl/core';
import { difference } from '../compare/difference.js';
import type { Answer } from '../law/answer-of.js';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const strictAnswers: ReadonlyMap<ExecutorMember, boolean> = new Map([
  ['owns', false],
  ['needsApproval', true],
  ['cacheableApproval', false],
  ['ingestsUntrustedContent', true],
  ['sandboxWouldDeny', true],
]);

const without = (value: object, ...keys: readonly string[]): object =>
  Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));

/** The arguments without what the layer adds to those of the call: a stamp may be another each time. */
const ownArgs = (args: unknown, given: unknown): unknown =>
  isObject(args) && isObject(given) && !Array.isArray(args)
    ? Object.fromEntries(Object.entries(args).filter(([key]) => Object.hasOwn(given, key)))
    : undefined;

const decisionDiffers = (want: ToolDecision, got: ToolDecision, given: unknown, touch: string): string | undefined => {
  if (!isObject(got)) return 'it is no decision';
  const moved = strictness(got.verdict) - strictness(want.verdict);
  if (moved > 0 || (moved < 0 && touch === 'remembers' && want.verdict === 'ask')) return undefined;
  if (moved < 0) return `${got.verdict} instead of ${want.verdict}`;
  // A refusal of the layer's own is as strict as one from below, whatever that would have said.
  if (got.verdict === 'deny') return undefined;
  const lost = (want.notes ?? []).find((note) => got.notes?.includes(note) !== true);
  if (lost !== undefined) return `the note ${JSON.stringify(lost)} is gone`;
  return difference(ownArgs(want.args, given), ownArgs(got.args, given));
};

/** Whether every item of `got` is one of `want`: a catalogue that has become smaller withholds, it does not lie. */
const isPart = (want: unknown, got: unknown): boolean =>
  Array.isArray(want) &&
  Array.isArray(got) &&
  got.every((item) => want.some((other) => difference(other, item) === undefined));

/** What a layer adds of its own, such as a count or a time, differs from call to call. */
const resultDiffers = (want: unknown, got: unknown): string | undefined =>
  isObject(want) && isObject(got) && !Array.isArray(want)
    ? difference(without(want, 'meta'), without(got, 'meta'))
    : difference(want, got);

const endsBadly = (chunks: unknown): boolean => {
  const last: unknown = Array.isArray(chunks) ? chunks.at(-1) : undefined;
  return isObject(last) && ('threw' in last || Reflect.get(last, 'kind') === 'error');
};

/**
 * How an answer after a busy life is looser than, or alien to, what one made anew answers; `undefined` where its touch
 * explains the difference: who touches a member may be stricter for what it has seen, and a cache may answer again.
 */
export const unlicensed = (
  member: ExecutorMember,
  touch: string,
  answers: {
    readonly want: Answer;
    readonly got: Answer;
    /** The arguments of the call, where there is one. */
    readonly args: unknown;
    /** Whether the tool is there: what left has no answer, not even an earlier one. */
    readonly isThere: boolean;
  },
): string | undefined => {
  const { want, got, isThere } = answers;
  const isRemembered = touch === 'answers' && isThere;
  if (difference(want, got) === undefined) return undefined;
  // It refuses: nothing is stricter.
  if (got.error !== undefined) return undefined;
  if (want.error !== undefined) return isRemembered ? undefined : 'it answers, where one made anew fails';
  const strict = strictAnswers.get(member);
  if (strict !== undefined) return got.value === strict ? undefined : difference(want, got);
  switch (member) {
    case 'requiredCapabilities':
      return isCapabilitySet(want.value) && isCapabilitySet(got.value) && isSubset(want.value, got.value)
        ? undefined
        : difference(want, got);
    case 'specs':
    case 'recoverUnadvertised':
      return isPart(want.value, got.value) ? undefined : difference(want, got);
    case 'preDispatch':
      return decisionDiffers(want.value as ToolDecision, got.value as ToolDecision, answers.args, touch); // compared field by field
    case 'execute':
    case 'executeStream':
      return isRemembered || endsBadly(got.value) ? undefined : resultDiffers(want.value, got.value);
    default:
      return resultDiffers(want.value, got.value);
  }
};
