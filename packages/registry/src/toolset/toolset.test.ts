import {
  ALL,
  bareScope,
  capabilities,
  defineExecutor,
  deny,
  dispatch,
  dispatchStream,
  type JsonValue,
  NONE,
  requireApproval,
  snapshotJson,
  stack,
  ToolFailure,
  type ToolStreamChunk,
  toolCall,
} from '@pawl/core';
import { describe, expect, expectTypeOf, it } from 'vitest';
import * as z from 'zod';
import { SchemaError } from '../json-schema/schema-error.js';
import { DuplicateNameError } from '../registry/duplicate-name-error.js';
import type { NamedToolDefinition, ToolDefinition } from './tool-definition.js';
import { toolExecution } from './tool-execution.js';
import { toolset } from './toolset.js';

const free = { description: 'x', needsApproval: false, capabilities: NONE } as const;
const calculator = toolset({
  add: {
    ...free,
    input: z.object({ a: z.number(), b: z.number().default(1) }),
    output: z.number(),
    run: ({ a, b }) => a + b,
  },
  read: {
    ...free,
    input: {
      type: 'object',
      properties: { path: { type: 'string' } },
      required: ['path'],
      additionalProperties: false,
    },
    run: async ({ path }) => `content of ${String(path)}`,
  },
});
const call = (tool: string, args?: unknown) => toolCall({ id: 'c1', tool, ...(args === undefined ? {} : { args }) });
const failureOf = async (promise: Promise<unknown>): Promise<ToolFailure> => {
  const error: unknown = await promise.then(
    () => new Error('it did not fail'),
    (failure: unknown) => failure,
  );
  if (error instanceof ToolFailure) return error;
  throw error;
};
const collect = async (stream: AsyncIterable<ToolStreamChunk>): Promise<ToolStreamChunk[]> => {
  const chunks: ToolStreamChunk[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
};
const thrownBy = (action: () => unknown): unknown => {
  try {
    action();
  } catch (error) {
    return error;
  }
  throw new Error('it did not throw');
};

describe('toolset: arguments', () => {
  it('runs a function with the arguments that a Standard Schema makes of the call', async () => {
    expect(await calculator.execute(call('add', { a: 2 }))).toEqual({ output: 3 });
    expect((await dispatch(calculator, { id: '1', tool: 'add', args: { a: 2, b: 3 } })).status).toBe('executed');
  });

  it('refuses wrong arguments before the function runs, and says which', async () => {
    for (const [tool, args, place] of [
      ['add', { a: 'two' }, '/a'],
      ['read', { path: 1 }, '/path must be string'],
      ['read', {}, '/path is missing'],
      ['read', { path: 'x', mode: 1 }, '/mode is not allowed'],
    ] as const) {
      const failure = await failureOf(calculator.execute(call(tool, args)));
      expect(failure).toMatchObject({ code: 'invalid-arguments', outcome: 'not-started', terminal: false });
      expect(failure.message).toContain(place);
      expect(failure.message).toContain(tool);
    }
  });

  it('takes absent arguments as an empty object, and null as null', async () => {
    const seen: unknown[] = [];
    const tools = toolset({ ping: { ...free, run: (args) => void seen.push(args) } });
    expect(await tools.execute(call('ping'))).toEqual({ output: null });
    expect(seen).toEqual([{}]);
    expect((await failureOf(tools.execute(call('ping', null)))).code).toBe('invalid-arguments');
    expect((await failureOf(tools.execute(call('ping', { a: 1 })))).message).toContain('/a is not allowed');
  });

  it('gives a function with JSON Schema an object, whatever else its schema would let pass', async () => {
    const tools = toolset({ any: { ...free, input: {}, run: (args) => Object.keys(args) } });
    expect((await failureOf(tools.execute(call('any', [1])))).code).toBe('invalid-arguments');
    expect((await failureOf(tools.execute(call('any', 'text')))).code).toBe('invalid-arguments');
  });

  it('does not run when the schema itself fails', async () => {
    const broken = z.object({}).refine(() => {
      throw new Error('boom');
    });
    let ran = false;
    const tools = toolset({ t: { ...free, input: broken, run: () => (ran = true) } });
    const failure = await failureOf(tools.execute(call('t', {})));
    expect(failure).toMatchObject({ code: 'invalid-arguments', outcome: 'not-started' });
    expect(ran).toBe(false);
  });

  it('waits for a schema that checks asynchronously', async () => {
    const input = z.object({ n: z.number().refine(async (n) => n > 0, 'must be positive') });
    const tools = toolset({ t: { ...free, input, run: ({ n }) => n } });
    expect(await tools.execute(call('t', { n: 1 }))).toEqual({ output: 1 });
    expect((await failureOf(tools.execute(call('t', { n: -1 })))).message).toContain('/n: must be positive');
  });

  it('infers the types of arguments from a Standard Schema', () => {
    toolset({
      one: {
        description: '',
        input: z.object({ n: z.string().transform((text) => text.length) }),
        run: (args) => {
          expectTypeOf(args).toEqualTypeOf<{ n: number }>();
        },
      },
      two: {
        description: '',
        input: z.object({ s: z.string() }),
        run: ({ s }) => {
          expectTypeOf(s).toEqualTypeOf<string>();
        },
      },
    });
    toolset([
      {
        name: 'listed',
        description: '',
        input: z.object({ b: z.boolean() }),
        run: ({ b }) => {
          expectTypeOf(b).toEqualTypeOf<boolean>();
        },
      },
    ]);
    expect(calculator.specs()).toHaveLength(2);
  });
});

describe('toolset: results', () => {
  it('withholds a result that does not meet its schema, saying that the tool did run', async () => {
    const tools = toolset({ t: { ...free, output: z.string(), run: () => 5 } });
    const failure = await failureOf(tools.execute(call('t')));
    expect(failure).toMatchObject({ code: 'invalid-result', outcome: 'unknown' });
    expect(failure.message).toContain('t');
  });

  it('withholds what is not JSON, and names the place', async () => {
    for (const [value, words] of [
      [new Date(0), 'the value'],
      [{ when: [undefined] }, '/when/0'],
      [Number.NaN, 'the value'],
      [() => 1, 'the value'],
      [new Map(), 'the value'],
    ] as const) {
      const failure = await failureOf(toolset({ t: { ...free, run: () => value } }).execute(call('t')));
      expect(failure).toMatchObject({ code: 'invalid-result', outcome: 'unknown' });
      expect(failure.message).toContain(words);
    }
  });

  it('returns what the output schema makes of the result', async () => {
    const tools = toolset({
      t: { ...free, output: z.object({ id: z.number() }), run: () => ({ id: 1, secret: 'x' }) },
    });
    expect(await tools.execute(call('t'))).toEqual({ output: { id: 1 } });
  });

  it('checks a plain JSON Schema of the result too', async () => {
    const tools = toolset({ t: { ...free, output: { type: 'array' }, run: () => ({}) } });
    expect((await failureOf(tools.execute(call('t')))).message).toContain('must be array');
    expect(tools.specs()[0]?.outputSchema).toEqual({ type: 'array' });
  });

  it('hands on a whole execution, and takes an output that only looks like one as an output', async () => {
    const tools = toolset({
      whole: { ...free, run: () => toolExecution({ output: 1, mutations: { k: 2 }, meta: { m: 3 } }) },
      alike: { ...free, run: () => ({ output: 1, mutations: { k: 2 } }) },
    });
    expect(await tools.execute(call('whole'))).toEqual({ output: 1, mutations: { k: 2 }, meta: { m: 3 } });
    expect(await tools.execute(call('alike'))).toEqual({ output: { output: 1, mutations: { k: 2 } } });
  });

  it('turns what is thrown into an ordinary failure that keeps the cause', async () => {
    const cause = new Error('disk full');
    const tools = toolset({
      sync: {
        ...free,
        run: () => {
          throw cause;
        },
      },
      rejects: { ...free, run: () => Promise.reject(cause) },
      text: { ...free, run: () => Promise.reject('plain text') },
    });
    for (const name of ['sync', 'rejects']) {
      const failure = await failureOf(tools.execute(call(name)));
      expect(failure).toMatchObject({ code: 'tool-error', outcome: 'failed', terminal: false, cause });
      expect(failure.message).toContain('disk full');
    }
    expect((await failureOf(tools.execute(call('text')))).message).toContain('plain text');
  });

  it('passes a ToolFailure as the same object', async () => {
    const mine = new ToolFailure('stop', { code: 'quota', terminal: true, outcome: 'not-started' });
    const tools = toolset({ t: { ...free, run: () => Promise.reject(mine) } });
    expect(await failureOf(tools.execute(call('t')))).toBe(mine);
  });

  it('gives the function the whole call; a cancelled one is not started', async () => {
    const seen: unknown[] = [];
    const tools = toolset({ t: { ...free, run: (_, given) => void seen.push(given) } });
    const asked = toolCall({ id: '1', tool: 't', session: 's', signal: new AbortController().signal });
    await tools.execute(asked);
    expect(seen[0]).toBe(asked);
    const cancelled = await dispatch(tools, { id: '2', tool: 't', signal: AbortSignal.abort() });
    expect(cancelled).toMatchObject({ status: 'failed', failure: { code: 'cancelled', outcome: 'not-started' } });
    expect(seen).toHaveLength(1);
  });

  it('keeps `this` of a definition that is an instance of a class', async () => {
    class Counter implements ToolDefinition {
      readonly description = 'counts';
      #count = 0;
      run(): number {
        return ++this.#count;
      }
    }
    const counter = new Counter();
    const listed = toolset([Object.assign(counter, { name: 'count' })]);
    expect(await listed.execute(call('count'))).toEqual({ output: 1 });
    expect(listed.specs()[0]).toMatchObject({ name: 'count', description: 'counts' });
  });
});

describe('toolset: streams', () => {
  const streaming = toolset({
    count: {
      ...free,
      input: z.object({ to: z.number() }),
      output: z.object({ total: z.number() }),
      async *stream({ to }) {
        for (let n = 1; n <= to; n++) yield `${n} `;
        yield { kind: 'progress', fraction: 1 };
        return { total: to };
      },
    },
    say: {
      ...free,
      *stream() {
        yield 'hello ';
        yield 'world';
      },
    },
    rows: {
      ...free,
      async *stream() {
        yield { kind: 'data', data: 1 };
      },
    },
    odd: {
      ...free,
      async *stream() {
        yield 5 as never;
      },
    },
    breaks: {
      ...free,
      async *stream() {
        yield 'a';
        throw new Error('lost');
      },
    },
    plain: { ...free, run: () => 1 },
  });

  it('streams text and chunks, then the returned value as the whole result', async () => {
    expect(await collect(await streaming.executeStream(call('count', { to: 2 })))).toEqual([
      { kind: 'text', text: '1 ' },
      { kind: 'text', text: '2 ' },
      { kind: 'progress', fraction: 1 },
      { kind: 'done', result: { output: { total: 2 } } },
    ]);
  });

  it('runs through dispatchStream', async () => {
    const outcome = await dispatchStream(streaming, { id: '1', tool: 'count', args: { to: 1 } });
    expect(outcome.status).toBe('streaming');
  });

  it('refuses wrong arguments before anything is yielded', async () => {
    expect(await failureOf(streaming.executeStream(call('count', {})))).toMatchObject({
      code: 'invalid-arguments',
      outcome: 'not-started',
    });
  });

  it('says so where a tool cannot stream, and where its name is unknown', async () => {
    expect((await failureOf(streaming.executeStream(call('plain')))).code).toBe('unsupported');
    expect((await failureOf(streaming.executeStream(call('nobody')))).code).toBe('unknown-tool');
  });

  it('ends in an error chunk when the tool throws, yields nonsense, or returns what its schema refuses', async () => {
    expect((await collect(await streaming.executeStream(call('breaks')))).at(-1)).toMatchObject({
      kind: 'error',
      failure: { code: 'tool-error' },
    });
    expect(await collect(await streaming.executeStream(call('odd')))).toMatchObject([
      { kind: 'error', failure: { code: 'invalid-result' } },
    ]);
  });

  it('answers a unary call with the returned value, or with the text', async () => {
    expect(await streaming.execute(call('count', { to: 3 }))).toEqual({ output: { total: 3 } });
    expect(await streaming.execute(call('say'))).toEqual({ output: 'hello world' });
    expect((await failureOf(streaming.execute(call('rows')))).code).toBe('invalid-result');
    expect((await failureOf(streaming.execute(call('breaks')))).message).toContain('lost');
  });

  it('reaches the tool when the listener stops', async () => {
    let ended = false;
    const tools = toolset({
      t: {
        ...free,
        async *stream() {
          try {
            yield 'a';
            yield 'b';
          } finally {
            ended = true;
          }
        },
      },
    });
    for await (const chunk of await tools.executeStream(call('t'))) {
      expect(chunk).toEqual({ kind: 'text', text: 'a' });
      break;
    }
    expect(ended).toBe(true);
  });

  it('yields nothing after a terminal chunk, and stops the tool', async () => {
    let ended = false;
    const tools = toolset({
      t: {
        ...free,
        async *stream() {
          try {
            yield { kind: 'done' };
            yield 'late';
          } finally {
            ended = true;
          }
        },
      },
    });
    expect(await collect(await tools.executeStream(call('t')))).toEqual([{ kind: 'done' }]);
    expect(ended).toBe(true);
  });

  it('does not collapse a generator that is given as `run`', async () => {
    expect(() => toolset({ t: { ...free, *run() {} } })).toThrow(/`stream`/u);
    expect(() => toolset({ t: { ...free, async *run() {} } })).toThrow(/`stream`/u);
    const hidden = toolset({
      t: {
        ...free,
        run: () =>
          (async function* () {
            yield 1;
          })(),
      },
    });
    expect((await failureOf(hidden.execute(call('t')))).message).toContain('generator');
  });
});

describe('toolset: what nobody says', () => {
  const silent = toolset({
    t: { description: 'x', run: () => 1 },
    reader: { description: 'x', annotations: { readOnlyHint: true, openWorldHint: false }, run: () => 1 },
  });

  it('asks, requires everything, taints, and may not be remembered', async () => {
    expect(silent.needsApproval('t')).toBe(true);
    expect(silent.requiredCapabilities('t')).toBe(ALL);
    expect(silent.ingestsUntrustedContent('t')).toBe(true);
    expect(silent.cacheableApproval('t')).toBe(false);
    expect((await silent.preDispatch(call('t'))).verdict).toBe('ask');
    expect((await dispatch(silent, { id: '1', tool: 't' })).status).toBe('pending');
  });

  it('follows the hints where they say something', () => {
    expect(silent.needsApproval('reader')).toBe(false);
    expect(silent.ingestsUntrustedContent('reader')).toBe(false);
    expect(silent.requiredCapabilities('reader')).toBe(ALL);
  });

  it('answers for an unknown name as strictly as can be', async () => {
    for (const name of ['nobody', 'constructor', '__proto__', 'toString', '']) {
      expect(silent.owns(name)).toBe(false);
      expect(silent.needsApproval(name)).toBe(true);
      expect(silent.cacheableApproval(name)).toBe(false);
      expect(silent.requiredCapabilities(name)).toBe(ALL);
      expect(silent.ingestsUntrustedContent(name)).toBe(true);
      expect((await silent.preDispatch(call(name))).verdict).toBe('deny');
      expect((await failureOf(silent.execute(call(name)))).code).toBe('unknown-tool');
    }
  });

  it('takes capabilities from the origin, and rather from the tool itself', () => {
    const tools = toolset(
      {
        reader: { description: '', annotations: { readOnlyHint: true }, run: () => 1 },
        writer: { description: '', run: () => 1 },
        stated: { description: '', capabilities: capabilities('arbitrary-egress'), run: () => 1 },
      },
      { origin: 'local-sandbox' },
    );
    expect(tools.requiredCapabilities('reader')).toBe(capabilities('local-read'));
    expect(tools.requiredCapabilities('writer')).toBe(capabilities('local-read', 'local-write'));
    expect(tools.requiredCapabilities('stated')).toBe(capabilities('arbitrary-egress'));
    expect(tools.requiredCapabilities('nobody')).toBe(ALL);
  });

  it('refuses a worker until it is told about files, and says what to write', async () => {
    const root = await silent.forWorker(bareScope('w'));
    expect(root.kind).toBe('refused');
    expect(root.kind === 'refused' && root.error.message).toContain("workspace: 'none'");
    const none = toolset({ t: { ...free, run: () => 1 } }, { workspace: 'none' });
    expect(await none.forWorker(bareScope('w'))).toEqual({ kind: 'no-workspace' });
    const own = { kind: 'rooted', executor: none, seeded: ['a'] } as const;
    const rooted = toolset({ t: { ...free, run: () => 1 } }, { forWorker: async () => own });
    expect(await rooted.forWorker(bareScope('w'))).toBe(own);
  });
});

describe('toolset: decisions', () => {
  const guarded = toolset({
    send: {
      ...free,
      input: z.object({ to: z.string() }),
      decide: ({ to }) =>
        to.endsWith('@evil.example') ? deny('that address is blocked') : requireApproval(`send to ${to}?`),
      run: () => 'sent',
    },
    loose: { description: '', needsApproval: true, decide: () => ({ verdict: 'allow' }), run: () => 1 },
  });

  it('judges a call by its arguments', async () => {
    expect(await guarded.preDispatch(call('send', { to: 'a@evil.example' }))).toMatchObject({ verdict: 'deny' });
    expect(await guarded.preDispatch(call('send', { to: 'b@x.example' }))).toEqual({
      verdict: 'ask',
      reason: 'send to b@x.example?',
    });
  });

  it('denies a call whose arguments it cannot judge', async () => {
    const decision = await guarded.preDispatch(call('send', { to: 5 }));
    expect(decision.verdict).toBe('deny');
    expect(decision.reason).toContain('/to');
  });

  it('never loosens what the name says', async () => {
    expect((await guarded.preDispatch(call('loose'))).verdict).toBe('ask');
  });

  it('denies where `decide` answers nonsense or throws', async () => {
    for (const decide of [() => 'yes' as never, () => Promise.reject(new Error('x')), () => undefined as never]) {
      const tools = toolset({ t: { ...free, decide, run: () => 1 } });
      expect((await dispatch(tools, { id: '1', tool: 't' })).status).toBe('denied');
    }
  });
});

describe('toolset: names and definitions', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''];

  it('takes names of Object.prototype as ordinary names', async () => {
    const listed = toolset(names.map((name) => ({ ...free, name, run: () => name })));
    const mapped = toolset(new Map(names.map((name) => [name, { ...free, run: () => name }])));
    for (const tools of [listed, mapped]) {
      expect(tools.specs().map((spec) => spec.name)).toEqual(names);
      for (const name of names) {
        expect(tools.owns(name)).toBe(true);
        expect(await tools.execute(call(name))).toEqual({ output: name });
      }
    }
    expect(toolset({ constructor: { ...free, run: () => 1 } }).owns('constructor')).toBe(true);
  });

  it('refuses an object literal whose `__proto__` would be lost', () => {
    // biome-ignore lint/suspicious/noExplicitAny: the compiler does not let this mistake through in a literal
    const tools: any = { __proto__: { ...free, run: () => 1 } };
    expect(() => toolset(tools)).toThrow(/__proto__/u);
  });

  it('refuses a name that is there twice', () => {
    const twice: NamedToolDefinition[] = [
      { ...free, name: 'a', run: () => 1 },
      { ...free, name: 'a', run: () => 2 },
    ];
    expect(thrownBy(() => toolset(twice))).toBeInstanceOf(DuplicateNameError);
  });

  it('names the tool whose definition is wrong', () => {
    const wrong: readonly (readonly [object, RegExp])[] = [
      [{ description: 'x' }, /"bad".*`run` or a `stream`/u],
      [{ run: () => 1 }, /"bad".*`description`/u],
      [{ description: 'x', run: 5 }, /"bad".*`run` must be a function/u],
      [{ description: 'x', run: () => 1, capabilities: 9999 }, /"bad".*`capabilities`/u],
      [{ description: 'x', run: () => 1, needsApproval: () => false }, /"bad".*`needsApproval`.*`decide`/u],
      [{ description: 'x', run: () => 1, input: { type: 'strin' } }, /"bad".*\/type/u],
      [{ description: 'x', run: () => 1, input: { properties: { a: { $ref: '#/nope' } } } }, /"bad".*#\/nope/u],
      [{ description: 'x', run: () => 1, output: { required: true } }, /output of "bad".*\/required/u],
      [{ description: 'x', run: () => 1, input: { properties: () => 1 } }, /"bad".*not JSON/u],
      [{ description: 'x', run: () => 1, input: null }, /"bad".*null/u],
      [{ description: 'x', run: () => 1, input: z.object({ d: z.date() }) }, /"bad".*zod.*JSON Schema/u],
      [
        { description: 'x', run: () => 1, input: { '~standard': { version: 1, vendor: 'v', validate: () => ({}) } } },
        /"bad".*v schema/u,
      ],
    ];
    // The compiler would refuse each of these.
    for (const [bad, words] of wrong) expect(() => toolset({ bad: bad as never })).toThrow(words);
    expect(thrownBy(() => toolset({ bad: { ...free, input: { type: 5 }, run: () => 1 } }))).toBeInstanceOf(SchemaError);
  });

  it('refuses options that are wrong', () => {
    const { forWorker } = defineExecutor({});
    for (const [options, words] of [
      [{ workspace: 'some' }, /workspace/u],
      [{ workspace: 'none', forWorker }, /not both/u],
      [{ forWorker: 5 }, /forWorker/u],
      [{ origin: 'friend' }, /origin.*local-sandbox/u],
    ] as const) {
      expect(() => toolset({}, options as never)).toThrow(words);
    }
    expect(() => toolset(5 as never)).toThrow(/object, Map or list/u);
  });

  it('advertises the JSON Schema, frozen and plain, with everything else of the definition', () => {
    const [spec] = toolset({
      t: {
        description: 'does',
        title: 'Does',
        input: z.object({ a: z.string().describe('the a') }),
        annotations: { readOnlyHint: true },
        cacheableApproval: true,
        meta: { team: 'x' },
        run: () => 1,
      },
    }).specs();
    expect(spec).toMatchObject({
      name: 't',
      title: 'Does',
      description: 'does',
      inputSchema: { type: 'object', properties: { a: { type: 'string', description: 'the a' } }, required: ['a'] },
      annotations: { readOnlyHint: true },
      cacheableApproval: true,
      meta: { team: 'x' },
    });
    expect(snapshotJson(spec as unknown as JsonValue)).toEqual(spec);
    expect(Object.isFrozen(spec)).toBe(true);
  });
});

describe('toolset: live catalogue', () => {
  it('returns the same array until a tool comes or goes, and tells once of each', () => {
    const tools = toolset({ a: { ...free, run: () => 1 } });
    const before = tools.specs();
    let told = 0;
    const stop = tools.onSpecsChange(() => told++);
    expect(tools.specs()).toBe(before);
    tools.add({ ...free, name: 'b', input: z.object({ n: z.number() }), run: ({ n }) => n });
    expect(told).toBe(1);
    expect(tools.specs().map((spec) => spec.name)).toEqual(['a', 'b']);
    expect(tools.specs()).toBe(tools.specs());
    expect(tools.remove('a')).toBe(true);
    expect(tools.remove('a')).toBe(false);
    expect(told).toBe(2);
    expect(() => tools.add({ ...free, name: 'b', run: () => 1 })).toThrow(DuplicateNameError);
    stop();
    stop();
    tools.remove('b');
    expect(told).toBe(2);
    expect(tools.specs()).toEqual([]);
  });

  it('runs under layers, which hide add and remove', async () => {
    const tools = toolset({ a: { ...free, run: () => 1 } });
    const layered = stack()(tools);
    expect((await dispatch(layered, { id: '1', tool: 'a' })).status).toBe('executed');
  });
});
