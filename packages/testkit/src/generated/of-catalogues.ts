import { type ExecutorMember, ToolFailure, type ToolStreamChunk } from '@pawl/core';
import { type Ask, answering, asking, isFields, type Operator } from './operator.js';

const specs: readonly ExecutorMember[] = ['specs'];

/** A catalogue that is derived once from each array of the inner's, as a right one is. */
const catalogue = (
  id: string,
  derive: (list: readonly unknown[]) => readonly unknown[],
  moves?: Operator['moves'],
): Operator => ({
  id,
  members: specs,
  ...(moves === undefined ? {} : { moves }),
  make: ({ ask }) => {
    const known = new WeakMap<object, readonly unknown[]>();
    return () => {
      const list = ask() as readonly unknown[]; // `specs` answers with an array
      const derived = known.get(list) ?? Object.freeze(derive(list));
      known.set(list, derived);
      return derived;
    };
  },
});

const specFields = ['description', 'inputSchema', 'annotations', 'title', 'outputSchema', 'meta', 'cacheableApproval'];

const eachSpec = (id: string, change: (spec: Readonly<Record<string, unknown>>) => unknown): Operator =>
  catalogue(id, (list) => list.map((spec) => (isFields(spec) ? change(spec) : spec)));

const streamed = (
  id: string,
  change: (stream: AsyncIterable<ToolStreamChunk>) => AsyncIterable<ToolStreamChunk>,
): Operator => ({
  id: `stream ${id}`,
  members: ['executeStream'],
  make:
    ({ ask }) =>
    async (...args) =>
      change((await ask(...args)) as AsyncIterable<ToolStreamChunk>), // what `executeStream` answers
});

const flowing = (id: string, step: (chunk: ToolStreamChunk, index: number) => readonly ToolStreamChunk[]): Operator =>
  streamed(id, async function* (stream) {
    let index = 0;
    for await (const chunk of stream) yield* step(chunk, index++);
  });

const isLast = ({ kind }: ToolStreamChunk): boolean => kind === 'done' || kind === 'error';

const rooted = (value: unknown, change: (root: Readonly<Record<string, unknown>>) => unknown): unknown =>
  isFields(value) && value['kind'] === 'rooted' ? change(value) : value;

const listening = (id: string, make: (ask: Ask) => (listener: () => void) => unknown): Operator => ({
  id: `listening ${id}`,
  members: ['onSpecsChange'],
  make: ({ ask }) => {
    const made = make(ask);
    return (listener) => made(listener as () => void); // what a caller of `onSpecsChange` gives
  },
});

/** Wrong catalogues, listeners, streams and workers. */
export const ofCatalogues: readonly Operator[] = [
  catalogue('first spec lost', (list) => list.slice(1), 'fewer'),
  catalogue('last spec lost', (list) => list.slice(0, -1), 'fewer'),
  catalogue('no specs', () => [], 'fewer'),
  catalogue('specs reversed', (list) => list.toReversed()),
  catalogue('specs doubled', (list) => [...list, ...list]),
  answering('a new array each time', specs, (list) => (Array.isArray(list) ? [...list] : list)),
  eachSpec('specs copied', (spec) => ({ ...spec })),
  ...specFields.map((field) => eachSpec(`specs without ${field}`, ({ [field]: _dropped, ...rest }) => rest)),
  eachSpec('specs renamed', (spec) => ({ ...spec, name: `x_${String(spec['name'])}` })),
  eachSpec('specs that say read-only', (spec) => ({ ...spec, annotations: { readOnlyHint: true } })),
  eachSpec('specs rebuilt from what is known', ({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  })),
  listening('to nothing', () => () => () => undefined),
  listening('for ever', (ask) => (listener) => {
    ask(listener);
    return () => undefined;
  }),
  listening('once', (ask) => (listener) => {
    let told = false;
    return ask(() => {
      if (!told) listener();
      told = true;
    });
  }),
  listening('twice', (ask) => (listener) => {
    const stops = [ask(listener), ask(() => listener())] as readonly (() => void)[]; // what `onSpecsChange` answers
    return () => {
      for (const stop of stops) stop();
    };
  }),
  listening('and called at once', (ask) => (listener) => {
    listener();
    return ask(listener);
  }),
  listening('by the last listener alone', (ask) => {
    let last: (() => void) | undefined;
    return (listener) => {
      last = listener;
      return ask(() => {
        if (last === listener) listener();
      });
    };
  }),
  listening('later', (ask) => (listener) => ask(() => void Promise.resolve().then(listener))),
  listening('with one stop for all', (ask) => {
    const stops: (() => void)[] = [];
    return (listener) => {
      stops.push(ask(listener) as () => void); // what `onSpecsChange` answers
      return () => {
        for (const stop of stops) stop();
      };
    };
  }),
  flowing('without its first chunk', (chunk, index) => (index === 0 && !isLast(chunk) ? [] : [chunk])),
  flowing('without its end', (chunk) => (isLast(chunk) ? [] : [chunk])),
  flowing('without texts', (chunk) => (chunk.kind === 'text' ? [] : [chunk])),
  flowing('without data', (chunk) => (chunk.kind === 'data' ? [] : [chunk])),
  flowing('without progress', (chunk) => (chunk.kind === 'progress' ? [] : [chunk])),
  flowing('doubled', (chunk) => (isLast(chunk) ? [chunk] : [chunk, chunk])),
  flowing('with two ends', (chunk) => (isLast(chunk) ? [chunk, chunk] : [chunk])),
  flowing('with errors as ends', (chunk) => (chunk.kind === 'error' ? [{ kind: 'done' }] : [chunk])),
  flowing('without its result', (chunk) => (chunk.kind === 'done' ? [{ kind: 'done' }] : [chunk])),
  flowing('with another failure', (chunk) =>
    chunk.kind === 'error' ? [{ kind: 'error', failure: new ToolFailure('failed', { code: 'tool-error' }) }] : [chunk],
  ),
  flowing('with texts cut', (chunk) =>
    chunk.kind === 'text' ? [{ ...chunk, text: chunk.text.slice(0, -1) }] : [chunk],
  ),
  flowing('without unknown fields', (chunk) =>
    chunk.kind === 'text' ? [{ kind: 'text', text: chunk.text }] : [chunk],
  ),
  streamed('held whole', async function* (stream) {
    const chunks: ToolStreamChunk[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    yield* chunks;
  }),
  streamed('in other order', async function* (stream) {
    const chunks: ToolStreamChunk[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    yield* [...chunks.slice(0, -1).toReversed(), ...chunks.slice(-1)];
  }),
  streamed('that cannot be stopped', (stream) => ({
    [Symbol.asyncIterator]: () => {
      const iterator = stream[Symbol.asyncIterator]();
      return { next: () => iterator.next() };
    },
  })),
  {
    id: 'stream from one shot',
    members: ['executeStream'],
    make:
      ({ right }) =>
      async (call) => {
        const result = await (right.execute as Ask)(call); // the call that the stream was asked for
        // An execution, as `execute` answers.
        return (async function* () {
          yield { kind: 'done', result };
        })();
      },
  },
  answering('worker without workspace', ['forWorker'], () => ({ kind: 'no-workspace' })),
  answering('refusal made no workspace', ['forWorker'], (value) =>
    isFields(value) && value['kind'] === 'refused' ? { kind: 'no-workspace' } : value,
  ),
  answering('worker with nothing seeded', ['forWorker'], (value) => rooted(value, (root) => ({ ...root, seeded: [] }))),
  answering('seeds reversed', ['forWorker'], (value) =>
    rooted(value, (root) => ({ ...root, seeded: [root['seeded']].flat().toReversed() })),
  ),
  {
    id: "worker with its parent's executor",
    members: ['forWorker'],
    make:
      ({ ask, right }) =>
      async (...args) =>
        rooted(await ask(...args), (root) => ({ ...root, executor: right })),
  },
  asking('scope of one worker for all', ['forWorker'], (scope) =>
    isFields(scope) ? { ...scope, workerId: 'w' } : scope,
  ),
  asking('scope that shares nothing', ['forWorker'], (scope) => (isFields(scope) ? { ...scope, shareIn: [] } : scope)),
  asking('scope with an open ceiling', ['forWorker'], (scope) =>
    isFields(scope) ? { ...scope, ceiling: { allow: ['**'], maxFiles: 1e9, maxBytes: 1e9 } } : scope,
  ),
];
