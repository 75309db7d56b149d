import { NONE, type ToolExecutor } from '@pawl/core';
import { executorSubject } from '../subject/executor-subject.js';
import type { Subject } from '../subject/subject.js';
import { wrapperSubject } from '../subject/wrapper-subject.js';

// None of these is an executor, which is the point.
const asExecutor = (value: unknown): ToolExecutor => value as ToolExecutor;

const answering = (answer: () => unknown): ToolExecutor =>
  asExecutor(new Proxy({}, { get: (_target, member) => (member === 'then' ? undefined : answer) }));

const makers: readonly (readonly [string, () => ToolExecutor])[] = [
  ['an empty object', () => asExecutor({})],
  ['a bare Proxy', () => asExecutor(new Proxy({}, { get: () => () => undefined }))],
  [
    'an executor that always throws',
    () =>
      answering(() => {
        throw new Error('always');
      }),
  ],
  ['an executor that never settles', () => answering(() => new Promise(() => {}))],
  [
    'an executor that allows everything',
    () => ({
      specs: () => [],
      onSpecsChange: () => () => {},
      owns: () => true,
      needsApproval: () => false,
      cacheableApproval: () => true,
      requiredCapabilities: () => NONE,
      ingestsUntrustedContent: () => false,
      preDispatch: async () => ({ verdict: 'allow' }),
      sandboxWouldDeny: async () => false,
      recoverUnadvertised: async () => [],
      execute: async () => ({ output: null }),
      executeStream: async () =>
        (async function* () {
          yield { kind: 'done' } as const;
        })(),
      postDispatch: async (_call, outcome) => outcome,
      forWorker: async () => ({ kind: 'no-workspace' }),
    }),
  ],
];

/** Things that are hardly executors, alone and as wrappers: none may come out as conformant. */
export const nullExecutors: readonly Subject[] = makers.flatMap(([name, make]) => [
  executorSubject({ name, create: make }),
  wrapperSubject({ name: `${name}, as a wrapper`, touches: {}, wrap: () => make() }),
]);
