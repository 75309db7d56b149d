import { ALL, type ExecutorMember, isToolFailure, type ToolFailure } from '@pawl/core';
import { difference } from '../compare/difference.js';
import { show } from '../compare/show.js';
import type { Fault } from '../generate/faults.js';
import type { Answer } from '../law/answer-of.js';
import { unlicensed } from './lived-license.js';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const strictest: ReadonlyMap<ExecutorMember, unknown> = new Map<ExecutorMember, unknown>([
  ['owns', false],
  ['needsApproval', true],
  ['cacheableApproval', false],
  ['requiredCapabilities', ALL],
  ['ingestsUntrustedContent', true],
  ['sandboxWouldDeny', true],
]);

/** From the one after which a call may safely run again to the one after which nothing is known. */
const outcomes: readonly unknown[] = ['not-started', 'failed', 'unknown'];

/** How a failure that came out is better than the one that went in; `undefined` where it is not. */
export const betterFailure = (before: unknown, after: unknown): string | undefined => {
  if (!isToolFailure(after)) {
    return isToolFailure(before) && before.terminal
      ? `a terminal failure became ${show(after)}, which is an ordinary one`
      : undefined;
  }
  // What is no `ToolFailure` counts as an ordinary one, of which nobody said that nothing was started.
  if (!isToolFailure(before)) return after.outcome === 'not-started' ? '`outcome` became "not-started"' : undefined;
  if (before.terminal && !after.terminal) return 'it is no longer `terminal`';
  if (before.code !== after.code) return `\`code\` ${show(before.code)} became ${show(after.code)}`;
  if (outcomes.indexOf(after.outcome) < outcomes.indexOf(before.outcome))
    return `\`outcome\` ${show(before.outcome)} became ${show(after.outcome)}`;
  return undefined;
};

const betterStream = (fault: Fault, chunks: unknown): string | undefined => {
  const last: unknown = Array.isArray(chunks) ? chunks.at(-1) : chunks;
  if (!isObject(last)) return Array.isArray(chunks) ? 'the stream ends as if it were empty' : 'it is no stream';
  if ('threw' in last) return betterFailure(fault.error, last.threw);
  const kind: unknown = Reflect.get(last, 'kind');
  if (kind === 'error') return betterFailure(fault.error, Reflect.get(last, 'failure'));
  return kind === 'done' ? 'the stream is `done`' : 'the stream ends without the failure';
};

const betterOutcome = (given: unknown, value: unknown): string | undefined => {
  if (!isToolFailure(value)) return `the result is handed out: ${show(value)}`;
  return isToolFailure(given) ? betterFailure(given satisfies ToolFailure, value) : undefined;
};

const kindOf = (value: unknown): unknown => (isObject(value) ? Reflect.get(value, 'kind') : undefined);

/** How the answer of the very member that failed below is better than a failure. */
const betterAnswer = (
  fault: Fault,
  asked: { readonly args: readonly unknown[]; readonly isComposite: boolean; readonly healthy: Answer },
  value: unknown,
): string | undefined => {
  const strict = strictest.get(fault.member);
  if (strict !== undefined) return value === strict ? undefined : `it answers ${show(value)}`;
  switch (fault.member) {
    case 'preDispatch':
      return isObject(value) && Reflect.get(value, 'verdict') === 'deny' ? undefined : `it decides ${show(value)}`;
    case 'forWorker':
      return kindOf(value) === 'refused' ? undefined : `it answers ${show(kindOf(value) ?? value)}`;
    case 'postDispatch':
      return betterOutcome(asked.args[1], value);
    case 'executeStream':
      return betterStream(fault, value);
    case 'specs':
    case 'recoverUnadvertised':
      // A composite goes on without the source that failed; a catalogue from before may still be shown.
      if (asked.isComposite || difference(asked.healthy.value, value) === undefined) return undefined;
      return Array.isArray(value) && value.length > 0 ? undefined : `it answers ${show(value)}, as if there were none`;
    default:
      return `it is a success: ${show(value)}`;
  }
};

/** One question, put to a subject with a fault below it and to one without. */
export interface Ailing {
  readonly member: ExecutorMember;
  readonly touch: string | undefined;
  readonly args: readonly unknown[];
  readonly isComposite: boolean;
  readonly healthy: Answer;
  readonly got: Answer;
}

const betterFailureOf = (fault: Fault, error: unknown): string | undefined =>
  fault.member === 'execute' || fault.member === 'executeStream' ? betterFailure(fault.error, error) : undefined;

/** How an answer is better than the fault below it allows; `undefined` where it is not. */
export const betterThan = (fault: Fault, ailing: Ailing): string | undefined => {
  const { member, healthy, got, args } = ailing;
  if (member !== fault.member) {
    const call: unknown = args[0];
    return unlicensed(member, ailing.touch ?? '', {
      want: healthy,
      got,
      args: isObject(call) ? Reflect.get(call, 'args') : undefined,
      isThere: false,
    });
  }
  if (got.error !== undefined) return betterFailureOf(fault, got.error);
  return betterAnswer(fault, ailing, got.value);
};
