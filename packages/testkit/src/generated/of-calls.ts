import { type ExecutorMember, isToolFailure, ToolFailure } from '@pawl/core';
import { after, answering, asking, callMembers, isFields, type Operator } from './operator.js';

const results: readonly ExecutorMember[] = ['execute', 'postDispatch'];
const failing: readonly ExecutorMember[] = [...callMembers, 'forWorker'];

const without = (value: unknown, field: string): unknown => {
  if (!isFields(value)) return value;
  const { [field]: _dropped, ...rest } = value;
  return Object.freeze(rest);
};

const changed = (value: unknown, field: string, change: (part: unknown) => unknown): unknown =>
  isFields(value) && value[field] !== undefined ? Object.freeze({ ...value, [field]: change(value[field]) }) : value;

const callFields = [
  'args',
  'session',
  'caller',
  'timeoutMs',
  'signal',
  'onProgress',
  'expectedEffects',
  'returnSchema',
  'meta',
];

const shorter = (value: unknown): unknown =>
  typeof value === 'string' || Array.isArray(value)
    ? value.slice(0, -1)
    : isFields(value)
      ? Object.fromEntries(Object.entries(value).slice(0, -1))
      : null;

const verdicts = (id: string, table: Readonly<Record<string, string>>, moves?: Operator['moves']): Operator =>
  answering(
    id,
    ['preDispatch'],
    (value) => changed(value, 'verdict', (verdict) => table[String(verdict)] ?? verdict),
    moves,
  );

const rejecting = (id: string, members: readonly ExecutorMember[], change: (error: unknown) => unknown): Operator => ({
  id,
  members,
  make:
    ({ ask }) =>
    async (...args) => {
      try {
        return await ask(...args);
      } catch (error) {
        return change(error);
      }
    },
});

const rethrown = (change: (failure: ToolFailure) => unknown) => (error: unknown) => {
  throw isToolFailure(error) ? change(error) : error;
};

const loose: Readonly<Record<string, unknown>> = {
  preDispatch: { verdict: 'allow' },
  sandboxWouldDeny: false,
  recoverUnadvertised: [],
  execute: { output: null },
  postDispatch: { output: null },
  forWorker: { kind: 'no-workspace' },
};

const softened = (id: string, change: (failure: ToolFailure) => unknown): Operator => ({
  id: `failure ${id}`,
  members: ['postDispatch'],
  make:
    ({ ask }) =>
    (...args) =>
      after(ask(...args), (value) => (isToolFailure(value) ? change(value) : value)),
});

const failureEdits: readonly (readonly [string, (failure: ToolFailure) => unknown])[] = [
  ['no longer terminal', (failure) => failure.with({ terminal: false })],
  ['with another code', (failure) => failure.with({ code: 'tool-error' })],
  ['said not to have started', (failure) => failure.with({ outcome: 'not-started' })],
  ['as a plain error', (failure) => new Error(failure.message)],
  ['made anew', (failure) => new ToolFailure(failure.message, { code: failure.code })],
  ['without its message', (failure) => failure.with({ message: 'failed' })],
];

/** Calls that arrive changed, results that come back changed, failures that are lost. */
export const ofCalls: readonly Operator[] = [
  ...callFields.map((field) => asking(`call without ${field}`, callMembers, (call) => without(call, field))),
  asking('call of the first attempt', callMembers, (call) => changed(call, 'attempt', () => 1)),
  asking('call of the next attempt', callMembers, (call) => changed(call, 'attempt', (n) => Number(n) + 1)),
  asking('call with one id for all', callMembers, (call) => changed(call, 'id', () => 'call')),
  asking('call with empty arguments', callMembers, (call) => changed(call, 'args', () => ({}))),
  asking('call with fewer arguments', callMembers, (call) => changed(call, 'args', shorter)),
  asking('call of the folded name', callMembers, (call) => changed(call, 'tool', (name) => String(name).toUpperCase())),
  asking('call rebuilt from name and arguments', callMembers, (call) =>
    isFields(call) ? Object.freeze({ id: call['id'], tool: call['tool'], args: call['args'], attempt: 1 }) : call,
  ),
  asking('call not frozen', callMembers, (call) => (isFields(call) ? { ...call } : call)),
  asking('caller and session swapped', callMembers, (call) =>
    isFields(call) ? Object.freeze({ ...call, caller: call['session'], session: call['caller'] }) : call,
  ),
  ...['reason', 'args', 'notes'].map((field) =>
    answering(`decision without ${field}`, ['preDispatch'], (value) => without(value, field)),
  ),
  answering('notes doubled', ['preDispatch'], (value) =>
    changed(value, 'notes', (notes) => (Array.isArray(notes) ? [...notes, ...notes] : notes)),
  ),
  answering('decision from a yes or no', ['preDispatch'], (value) =>
    isFields(value) && value['verdict'] === 'allow' ? { verdict: 'allow' } : { verdict: 'ask', reason: 'approval' },
  ),
  verdicts('deny made ask', { deny: 'ask' }),
  verdicts('deny made allow', { deny: 'allow' }),
  verdicts('ask made allow', { ask: 'allow' }),
  verdicts('always allow', { ask: 'allow', deny: 'allow' }),
  verdicts('ask made deny', { ask: 'deny' }, 'strict'),
  verdicts('allow made ask', { allow: 'ask' }, 'strict'),
  ...['meta', 'mutations', 'redactions', 'output'].map((field) =>
    answering(`result without ${field}`, results, (value) => without(value, field)),
  ),
  answering('result with its output alone', results, (value) =>
    isFields(value) ? { output: value['output'] } : value,
  ),
  answering('output truncated', results, (value) => changed(value, 'output', shorter)),
  answering('output as text', results, (value) => changed(value, 'output', (output) => JSON.stringify(output))),
  answering('output doubled', results, (value) => changed(value, 'output', (output) => [output, output])),
  answering('first recovery alone', ['recoverUnadvertised'], (value) =>
    Array.isArray(value) ? value.slice(0, 1) : value,
  ),
  answering('recoveries reversed', ['recoverUnadvertised'], (value) =>
    Array.isArray(value) ? value.toReversed() : value,
  ),
  answering('recoveries doubled', ['recoverUnadvertised'], (value) =>
    Array.isArray(value) ? [...value, ...value] : value,
  ),
  {
    id: 'recovers what is listed',
    members: ['recoverUnadvertised'],
    make:
      ({ right }) =>
      async () =>
        right.specs(),
  },
  {
    id: 'failure swallowed',
    members: failing.filter((member) => loose[member] !== undefined),
    make:
      ({ ask, member }) =>
      async (...args) => {
        try {
          return await ask(...args);
        } catch {
          return loose[member];
        }
      },
  },
  {
    id: 'failure answered by a second try',
    members: failing,
    make:
      ({ ask }) =>
      async (...args) => {
        try {
          return await ask(...args);
        } catch {
          return ask(...args);
        }
      },
  },
  rejecting('failure answered by nothing', failing, () => undefined),
  ...failureEdits.map(([id, change]) => rejecting(`failure ${id}`, ['execute', 'executeStream'], rethrown(change))),
  ...failureEdits.map(([id, change]) => softened(id, change)),
  softened('made a success', () => ({ output: null })),
  softened('made its output', (failure) => ({ output: failure.output ?? null })),
  {
    id: 'outcome not passed on',
    members: ['postDispatch'],
    make: () => async (_call, outcome) => outcome,
  },
  {
    id: 'outcome emptied before',
    members: ['postDispatch'],
    make:
      ({ ask }) =>
      (call) =>
        ask(call, { output: null }),
  },
];
