import {
  type ApprovalRequest,
  type CapabilitySet,
  capabilities,
  dispatch,
  type JsonValue,
  type ToolCall,
  type ToolExecutor,
  toolCall,
  withArgs,
} from '@pawl/core';
import { show } from '../compare/show.js';
import { hash } from '../generate/hash.js';
import { scopeFrom } from '../generate/sentinel.js';
import { answerOf } from '../law/answer-of.js';
import type { Law } from '../law/law.js';
import { violate } from '../law/violate.js';
import { type Asking, asking } from './asking-world.js';
import { lawOf } from './law-of.js';

const more: CapabilitySet = capabilities('local-read', 'mutate-external');

const callTo = (tool: string, more: Partial<ToolCall> = {}): ToolCall =>
  toolCall({ id: 'approved', tool, args: { path: 'a', n: 1 }, session: 's1', caller: 'c1', ...more });

const without = (call: ToolCall, field: 'session' | 'caller' | 'args'): ToolCall => {
  const { [field]: _left, ...rest } = call;
  return toolCall(rest);
};

interface Variation {
  readonly what: string;
  readonly call: (call: ToolCall, other: string) => ToolCall;
  /** Changes the world before the call is judged. */
  readonly change?: (asking: Asking, tool: string) => void;
  /** Whether an approval for the whole session covers it. */
  readonly inSession?: true;
}

const same = (call: ToolCall): ToolCall => toolCall({ ...call, id: 'another' });

const variations: readonly Variation[] = [
  { what: 'another caller', call: (call) => toolCall({ ...call, caller: 'c2' }) },
  { what: 'no caller', call: (call) => without(call, 'caller') },
  { what: 'another session', call: (call) => toolCall({ ...call, session: 's2' }) },
  { what: 'no session', call: (call) => without(call, 'session') },
  { what: 'other arguments', call: (call) => withArgs(call, { path: 'b', n: 1 }), inSession: true },
  { what: 'arguments of another type', call: (call) => withArgs(call, { path: 'a', n: '1' }), inSession: true },
  { what: 'another tool', call: (call, other) => toolCall({ ...call, tool: other }) },
  {
    what: 'a tool that was defined anew',
    call: same,
    change: ({ world }, tool) => {
      const at = world.base.specs().findIndex(({ name }) => name === tool);
      world.base.catalogue.change({ op: 'redefine', salt: at });
    },
  },
  {
    what: 'a tool whose approval may no longer be remembered',
    call: same,
    change: ({ state }) => void Object.assign(state, { cacheable: false }),
  },
  {
    what: 'a tool that requires more now',
    call: same,
    change: ({ state }) => void Object.assign(state, { required: more }),
  },
];

/** APR-01. */
export const approvalCoversLittle: Law = lawOf({
  id: 'APR-01',
  slug: 'approval-covers-little',
  subjects: ['wrapper'],
  statement:
    'A remembered approval covers only the same caller, session, tool definition, arguments (or the wider scope a person chose), a cacheable tool, and capabilities within those remembered.',
  intent: 'A person said yes to one thing; a key that is too wide says yes to another in their name.',
  whereToLook: 'the key under which the approval is kept, and what is checked when it is found',
  members: ['preDispatch'],
  needs: [{ kind: 'hook', hook: 'remember' }],
  check: async (trial) => {
    const scope = (['call', 'session', 'once'] as const)[trial.scenario.salt % 3] ?? 'call';
    for (let offset = 0; offset < 3; offset++) {
      const made = asking(trial);
      const tool = made.tools[hash(trial.scenario.salt, offset) % Math.max(1, made.tools.length)];
      const other = made.tools.find((name) => name !== tool);
      if (tool === undefined || other === undefined) return;
      const call = callTo(tool);
      if ((await made.approve(call, scope)) === undefined) continue;
      const fail = (what: string): never =>
        violate('preDispatch', trial.subject.name, {
          expected: `${what} to be asked about: a person approved ${show(tool)} for ${scope === 'session' ? 'the session' : scope === 'call' ? 'these arguments' : 'one call'}`,
          but: 'it is allowed: the remembered approval covers it too',
        });
      if (scope === 'once') {
        trial.tell();
        if ((await made.verdict(made.outer, same(call))) === 'allow') fail('a second call');
        continue;
      }
      // Without a layer that remembers at all, nothing below would say anything.
      if ((await made.verdict(made.outer, same(call))) !== 'allow') continue;
      trial.tell();
      const variation = variations[hash(trial.scenario.salt, offset, 'variation') % variations.length];
      if (variation === undefined || (scope === 'session' && variation.inSession === true)) continue;
      variation.change?.(made, tool);
      if ((await made.verdict(made.outer, variation.call(call, other))) === 'allow') fail(variation.what);
    }
  },
});

/** APR-02. */
export const workerStartsUnapproved: Law = lawOf({
  id: 'APR-02',
  slug: 'worker-starts-unapproved',
  subjects: ['wrapper'],
  statement: "A worker starts with none of its parent's approvals.",
  intent: 'A person approved what the parent does; a delegated agent acts on its own words.',
  whereToLook: "the state of the layer: `wrap` makes it anew when it is given a worker's scope",
  members: ['forWorker', 'preDispatch'],
  needs: [{ kind: 'hook', hook: 'remember' }],
  check: async (trial) => {
    const made = asking(trial);
    const [tool] = made.tools;
    if (tool === undefined) return;
    const call = callTo(tool);
    await made.approve(call, trial.scenario.salt % 2 === 0 ? 'call' : 'session');
    if ((await made.verdict(made.outer, same(call))) !== 'allow') return;
    let executor = made.outer;
    for (let depth = 1; depth <= Math.max(1, trial.scenario.depth); depth++) {
      const { value } = await answerOf(executor, 'forWorker', [scopeFrom(trial.scenario.salt, depth)], trial.waiting);
      const root = value as { kind?: unknown; executor?: ToolExecutor } | undefined; // looked at before it is believed
      if (root?.kind !== 'rooted' || root.executor === undefined) return;
      executor = root.executor;
      trial.tell();
      if ((await made.verdict(executor, same(call))) !== 'allow') continue;
      violate('forWorker', trial.subject.name, {
        expected: `a worker's call of ${show(tool)} to be asked about`,
        but: `it is allowed at depth ${depth}: the worker has its parent's approval`,
      });
    }
  },
});

const shapes: readonly (readonly [string, JsonValue | undefined])[] = [
  ['absent', undefined],
  ['null', null],
  ['{}', {}],
  ['[]', []],
  ['""', ''],
];

const shaped = (tool: string, args: JsonValue | undefined): ToolCall =>
  args === undefined ? without(callTo(tool), 'args') : callTo(tool, { args });

/** APR-03. */
export const argumentsKeyed: Law = lawOf({
  id: 'APR-03',
  slug: 'arguments-keyed',
  subjects: ['wrapper'],
  statement: 'Absent, `undefined`, `null` and `{}` arguments never share a key; key order never matters.',
  intent: 'Missing arguments that canonicalise to `null` inherit an approval that somebody gave to something else.',
  whereToLook: "the key of the arguments: canonical JSON, with a mark of its own for 'absent'",
  members: ['preDispatch'],
  needs: [{ kind: 'hook', hook: 'remember' }],
  check: async (trial) => {
    for (let offset = 0; offset < 2; offset++) {
      const made = asking(trial);
      const [tool] = made.tools;
      if (tool === undefined) return;
      const drawn = hash(trial.scenario.salt, 'shape', offset);
      const [name, args] = shapes[drawn % shapes.length] ?? shapes[0] ?? ['absent', undefined];
      await made.approve(shaped(tool, args), 'call');
      if ((await made.verdict(made.outer, shaped(tool, args))) === 'allow') {
        trial.tell();
        for (const [other, otherArgs] of shapes) {
          if (other === name || (await made.verdict(made.outer, shaped(tool, otherArgs))) !== 'allow') continue;
          violate('preDispatch', trial.subject.name, {
            expected: `${show(tool)} with arguments ${other} to be asked about: a person approved arguments ${name}`,
            but: 'it is allowed: both have the same key',
          });
        }
      }
      const call = callTo(tool, { args: { a: 1, b: { c: 2, d: 3 } } });
      await made.approve(call, 'call');
      if ((await made.verdict(made.outer, same(call))) !== 'allow') continue;
      if ((await made.verdict(made.outer, callTo(tool, { args: { b: { d: 3, c: 2 }, a: 1 } }))) === 'allow') continue;
      violate('preDispatch', trial.subject.name, {
        expected: 'the same arguments in another order to be covered',
        but: 'they are asked about again: the order of keys counts',
      });
    }
  },
});

/** APR-04. */
export const approvedArgumentsRun: Law = lawOf({
  id: 'APR-04',
  slug: 'approved-arguments-run',
  subjects: ['wrapper', 'chain'],
  statement: 'The executed arguments are the approved arguments, or it asks again.',
  intent: "A person who sees the model's arguments has not approved the ones that a rewrite put in their place.",
  whereToLook:
    '`execute` and `executeStream`: rewrite arguments in `preDispatch`, where they are shown; and the key of a memory',
  members: ['preDispatch', 'execute', 'executeStream'],
  check: async (trial) => {
    const made = asking(trial);
    const [tool] = made.tools;
    if (tool === undefined) return;
    const { top, base } = made.world;
    const call = callTo(tool);
    made.state.rewritten = trial.scenario.salt % 2 === 0 ? { path: 'safe' } : undefined;
    const asked = await trial.waiting.settle(dispatch(top, call), 'dispatch');
    // What is denied runs with no arguments at all.
    if (asked.status === 'denied') trial.tell();
    if (asked.status !== 'pending') return;
    trial.tell();
    const { request } = asked;
    const compareRun = async (approved: ApprovalRequest | undefined, how: string): Promise<void> => {
      const before = base.log.ran.length;
      await trial.waiting.settle(dispatch(top, call, approved === undefined ? {} : { approved }), 'dispatch');
      const ran = base.log.ran[before];
      if (ran === undefined || show(ran.args) === show(request.args)) return;
      violate('execute', trial.subject.name, {
        expected: `${show(tool)} to run with the approved arguments, ${show(request.args)}`,
        but: `it ran with ${show(ran.args)}, ${how}`,
      });
    };
    await compareRun(request, 'after a person approved');
    for (const { instance } of made.world.stations) await instance.remember?.(request, 'call');
    made.state.rewritten = { path: 'something else' };
    const before = base.log.ran.length;
    await trial.waiting.settle(dispatch(top, call), 'dispatch');
    if (base.log.ran.length > before) {
      violate('preDispatch', trial.subject.name, {
        expected: `${show(tool)} to be asked about again: its arguments are rewritten to something else now`,
        but: `it ran with ${show(base.log.ran[before]?.args)} on an approval of ${show(request.args)}`,
      });
    }
  },
});
