import {
  allow,
  deny,
  type ExecutorMember,
  strictest,
  type ToolCall,
  type ToolDecision,
  type ToolExecutor,
  ToolFailure,
  tighten,
  withArgs,
} from '@pawl/core';
import { hash } from '../generate/hash.js';
import type { Subject } from '../subject/subject.js';
import { handmade, type Parts } from './handmade.js';
import type { Mutant } from './mutant.js';
import { written } from './written.js';

const pathOf = ({ args }: ToolCall): unknown =>
  typeof args === 'object' && args !== null ? Reflect.get(args, 'path') : undefined;

/** No tool of some names, and no path outside; a path that is no text cannot be judged. */
const denies = (call: ToolCall): boolean => {
  const path = pathOf(call);
  return (
    hash('policy', call.tool) % 3 === 0 || (path !== undefined && (typeof path !== 'string' || path.startsWith('..')))
  );
};

const judged = (call: ToolCall): ToolDecision => (denies(call) ? deny('the policy says no') : allow());

const refused = (): Promise<never> =>
  Promise.reject(new ToolFailure('the policy says no', { code: 'refused', outcome: 'not-started' }));

const touches = { preDispatch: 'tightens', execute: 'refuses', executeStream: 'refuses' } as const;

const right: Parts = (inner) => ({
  preDispatch: async (call) => {
    const decision = await tighten(call, judged(call), inner);
    return decision.args === undefined ? decision : strictest(judged(withArgs(call, decision.args)), decision);
  },
  execute: (call) => (denies(call) ? refused() : inner.execute(call)),
  executeStream: (call) => (denies(call) ? refused() : inner.executeStream(call)),
});

const policy = (name: string, change: Parts = () => ({})): Subject =>
  handmade(name, touches, (inner, scope) => ({ ...right(inner, scope), ...change(inner, scope) }), { denies });

const wrong = (member: ExecutorMember, breaks: string, change: Parts): Mutant =>
  written('POL-01', member, breaks, { subject: (name) => policy(name, change) });

/** Counts the calls of one executor. */
const counted = (ask: (inner: ToolExecutor, count: number) => ToolExecutor['preDispatch']): Parts => {
  return (inner) => {
    let count = 0;
    return { preDispatch: (call) => ask(inner, count++)(call) };
  };
};

/** Right policies in another style. */
export const policyTwins: readonly Subject[] = [
  policy('a policy that judges before, after and at the tool'),
  policy('a policy that refuses more than it promises', (inner) => {
    const more = (call: ToolCall): boolean => denies(call) || hash('more', call.tool) % 5 === 0;
    const judge = (call: ToolCall): ToolDecision => (more(call) ? deny('no') : allow());
    return {
      preDispatch: async (call) => {
        const decision = await tighten(call, judge(call), inner);
        return decision.args === undefined ? decision : strictest(judge(withArgs(call, decision.args)), decision);
      },
      execute: (call) => (more(call) ? refused() : inner.execute(call)),
      executeStream: (call) => (more(call) ? refused() : inner.executeStream(call)),
    };
  }),
];

/** Mutants of the law about policies. */
export const ofPolicies: readonly Mutant[] = [
  wrong('execute', 'a policy that `execute` does not ask', (inner) => ({ execute: (call) => inner.execute(call) })),
  wrong('executeStream', 'a policy that streams get past', (inner) => ({
    executeStream: (call) => inner.executeStream(call),
  })),
  wrong('preDispatch', 'a policy that judges the arguments that were sent', (inner) => ({
    preDispatch: (call) => tighten(call, judged(call), inner),
  })),
  wrong('preDispatch', 'a policy that lets pass what it cannot judge', (inner) => ({
    preDispatch: (call) =>
      tighten(
        call,
        typeof pathOf(call) === 'string' || hash('policy', call.tool) % 3 === 0 ? judged(call) : allow(),
        inner,
      ),
  })),
  wrong('preDispatch', 'a policy that asks about what it is to deny', (inner) => ({
    preDispatch: (call) => tighten(call, denies(call) ? { verdict: 'ask', reason: 'is this well?' } : allow(), inner),
  })),
  wrong(
    'preDispatch',
    'a policy that denies once',
    counted((inner, count) => (call) => tighten(call, count === 0 ? judged(call) : allow(), inner)),
  ),
  wrong('execute', 'a policy whose refusal says that the tool failed', () => ({
    execute: (call) =>
      denies(call) ? Promise.reject(new ToolFailure('no', { code: 'refused' })) : Promise.reject(refused()),
  })),
  wrong('forWorker', 'a policy that workers leave behind', (inner) => ({
    forWorker: (scope) => inner.forWorker(scope),
  })),
];
