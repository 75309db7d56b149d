import {
  type ExecutorMember,
  executorMembers,
  isToolFailure,
  type ToolCall,
  type ToolExecutor,
  type Touches,
} from '@pawl/core';
import { difference } from '../compare/difference.js';
import { show } from '../compare/show.js';
import { type CallVariant, callVariants } from '../generate/call-variants.js';
import { hash } from '../generate/hash.js';
import { identityOf, inDrawnOrder } from '../generate/in-drawn-order.js';
import { type Answer, answerOf } from '../law/answer-of.js';
import type { Law } from '../law/law.js';
import { violate } from '../law/violate.js';
import { NotSettled } from '../law/violation.js';
import type { Trial } from '../world/trial.js';
import { touchIn } from './ailing-subjects.js';
import { lawOf } from './law-of.js';
import { unlicensed } from './lived-license.js';

/** The members about one call. */
const members = executorMembers.slice(7, 13);

/** An executor under test. */
interface Made {
  readonly name: string;
  readonly touches: Touches;
  readonly outer: ToolExecutor;
}

/** What every answer tells of the call that it is about. */
const telling = (salt: number) => {
  const drawn = (call: ToolCall, member: string): number => hash(salt, member, identityOf(call));
  return {
    execute: (call: ToolCall) => ({ output: { whose: identityOf(call) } }),
    stream: (call: ToolCall) =>
      [
        { kind: 'text', text: 'some ' },
        { kind: 'data', data: { whose: identityOf(call) } },
        { kind: 'done', result: { output: { whose: identityOf(call) } } },
      ] as const,
    preDispatch: (call: ToolCall) =>
      ({ verdict: drawn(call, 'verdict') % 2 === 0 ? 'allow' : 'ask', notes: [identityOf(call)] }) as const,
    sandboxWouldDeny: (call: ToolCall) => drawn(call, 'sandbox') % 2 === 0,
    postDispatch: <T>(call: ToolCall, outcome: T) => ({ ...outcome, meta: { whose: identityOf(call) } }),
  };
};

/** Makes the executors under test anew, innermost first. */
const makeAnew = async (trial: Trial): Promise<readonly Made[]> => {
  const { subject, scenario } = trial;
  const options = {
    answers: telling(scenario.salt),
    recover: (call: ToolCall) => [{ name: 'recovered_tool', description: identityOf(call), inputSchema: {} }],
    base: (base: ToolExecutor) => inDrawnOrder(base, scenario.salt),
  };
  if (subject.kind !== 'composite') return trial.world({ ...options, around: 'none' }).stations.toReversed();
  const { outer } = await trial.composite(options);
  return [{ name: subject.name, touches: subject.touches, outer }];
};

interface Told {
  readonly answer: Answer | NotSettled;
  readonly heard: CallVariant['heard'];
}

const ask = async (trial: Trial, outer: ToolExecutor, member: ExecutorMember, variant: CallVariant): Promise<Told> => {
  const { call, heard } = variant;
  const args = member === 'postDispatch' ? [call, { output: { was: identityOf(call) } }] : [call];
  try {
    const asked = answerOf(outer, member, args, trial.waiting);
    variant.abort();
    return { answer: await asked, heard };
  } catch (error) {
    if (error instanceof NotSettled) return { answer: error, heard };
    throw error;
  }
};

const sharedFields = ['tool', 'args', 'session', 'caller'] as const;

/** Whether a cache may give both calls one answer. */
const mayShare = (one: ToolCall, other: ToolCall): boolean =>
  sharedFields.every((field) => difference(one[field], other[field]) === undefined);

/** How what came is none of what may come; `undefined` where it is. */
const foreign = (
  how: { readonly member: ExecutorMember; readonly touch: string | undefined; readonly call: ToolCall },
  got: Told,
  wanted: readonly Told[],
): string | undefined => {
  const { member, touch, call } = how;
  const { answer } = got;
  if (answer instanceof NotSettled) return 'it never ends: what it waits for is not freed';
  let first: string | undefined;
  for (const { answer: want, heard } of wanted) {
    if (want instanceof NotSettled) continue;
    const isLicensed =
      touch !== undefined && answer.error === undefined
        ? unlicensed(member, touch, { want, got: answer, args: call.args, isThere: true })
        : difference(want, answer);
    // A cache answers without anybody who could report.
    const wrong = isLicensed ?? (touch === 'answers' ? undefined : difference(heard, got.heard));
    if (wrong === undefined) return undefined;
    first ??= wrong;
  }
  return first;
};

/** Whether a failure is its own word, such as "busy", and not that of another call. */
const isOwnRefusal = (touch: string | undefined, { answer }: Told, all: readonly Told[]): boolean =>
  touch !== undefined &&
  !(answer instanceof NotSettled) &&
  isToolFailure(answer.error) &&
  all.every(({ answer: other }) => other instanceof NotSettled || difference(other, answer) !== undefined);

const judge = async (trial: Trial, index: number, member: ExecutorMember): Promise<void> => {
  const { salt } = trial.scenario;
  const anew = async (): Promise<Made | undefined> => (await makeAnew(trial))[index];
  const [sequential, together] = [await anew(), await anew()];
  if (sequential === undefined || together === undefined) return;
  const { name, outer } = together;
  const variants = (): readonly CallVariant[] =>
    callVariants(
      outer.specs().map((spec) => spec.name),
      hash(salt, 'variants', member),
    );
  const alone: Told[] = [];
  for (const variant of variants()) {
    const made = await anew();
    if (made !== undefined) alone.push(await ask(trial, made.outer, member, variant));
  }
  const inTurn: Told[] = [];
  for (const variant of variants()) inTurn.push(await ask(trial, sequential.outer, member, variant));
  const asked = variants();
  const atOnce = await Promise.all(asked.map((variant) => ask(trial, outer, member, variant)));
  const touch = touchIn(together.touches, member);
  for (const [at, { call, field }] of asked.entries()) {
    const own = alone.filter((_told, other) =>
      touch === 'answers' ? mayShare(call, asked[other]?.call ?? call) : other === at,
    );
    const orders: readonly (readonly [string, Told | undefined])[] = [
      ['one after another', inTurn[at]],
      ['at the same time', atOnce[at]],
    ];
    for (const [order, got] of orders) {
      if (got === undefined || own.every(({ answer }) => answer instanceof NotSettled)) continue;
      trial.tell();
      // Asked one after another, who touches a member may have learned to say no.
      const wanted = order === 'at the same time' && inTurn[at] !== undefined ? [...own, inTurn[at]] : own;
      const wrong = foreign({ member, touch, call }, got, wanted);
      if (wrong === undefined || isOwnRefusal(touch, got, alone)) continue;
      const { answer } = got;
      violate(member, name, {
        expected: `the answer to its own call, ${identityOf(call)}, which differs from the first in \`${field}\``,
        but: `asked ${order} with others, it is another: ${answer instanceof NotSettled ? answer.message : show(answer.error ?? answer.value)} (${wrong})`,
        evidence: 'asked alone, it has its own answer: calls share what belongs to one of them',
      });
    }
  }
};

/** TOG-01. */
export const togetherIsOneAfterAnother: Law = lawOf({
  id: 'TOG-01',
  slug: 'together-is-one-after-another',
  subjects: ['wrapper', 'chain', 'composite'],
  statement:
    'Calls that differ in one field and run at the same time, or after a failure, have the answers, reports and chunks that each has alone.',
  intent: 'What is shared between calls gives one caller the result of another, and one failure stops all that follow.',
  whereToLook:
    'fields that are written before an `await` and read after it, keys of calls in flight, queues and locks: key by the whole call, release in `finally`',
  members: [...members],
  minimumCoverage: 100,
  check: async (trial) => {
    const count = (await makeAnew(trial)).length;
    for (let index = 0; index < count; index++) {
      for (let offset = 0; offset < 2; offset++) {
        const at = (hash(trial.scenario.salt, 'together') + offset * 3) % members.length;
        await judge(trial, index, members[at] ?? 'execute');
      }
    }
  },
});
