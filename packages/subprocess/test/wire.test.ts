import { dispatch, type JsonObject, NONE, toolCall } from '@pawl/core';
import { afterEach, describe, expect, it } from 'vitest';
import type { SubprocessExecutor } from '../src/index.js';
import { ask, open } from './program.js';
import { failureOf } from './settle.js';

let tools: SubprocessExecutor = open();
afterEach(async () => {
  await tools.close();
  tools = open();
});

describe('what is sent', () => {
  it('holds everything that the call has, under its own id, and a request id of its own', async () => {
    tools = open({ newId: () => 'request-1' });
    const call = ask(
      'echo',
      { x: [1, null] },
      {
        id: 'action-1',
        attempt: 3,
        session: 'session-1',
        caller: 'caller-1',
        timeoutMs: 5000,
        expectedEffects: { key: 1 },
        returnSchema: { type: 'object' },
        meta: { trace: 'abc' },
      },
    );
    expect((await tools.execute(call)).output).toEqual({
      action_id: 'action-1',
      tool: 'tool',
      parameters: { do: 'echo', x: [1, null] },
      request_id: 'request-1',
      attempt: 3,
      session_id: 'session-1',
      caller: 'caller-1',
      timeout_ms: 5000,
      expected_effects: { key: 1 },
      return_schema: { type: 'object' },
      meta: { trace: 'abc' },
    });
  });

  it('leaves out what the call does not have, so that absent, null and empty arguments stay apart', async () => {
    const sent = async (init: object): Promise<unknown> =>
      (await tools.execute(toolCall({ id: '1', tool: 'tool', ...init }))).output;
    expect(await sent({})).not.toHaveProperty('parameters');
    expect(await sent({ args: null })).toHaveProperty('parameters', null);
    expect(await sent({ args: {} })).toHaveProperty('parameters', {});
  });

  it('has a new request id for every attempt of the same call', async () => {
    const call = ask('echo');
    const sent = [await tools.execute(call), await tools.execute(call)];
    const ids = sent.map(({ output }) => (output as { request_id: string }).request_id);
    expect(new Set(ids).size).toBe(2);
  });

  it('is not sent where it is longer than allowed', async () => {
    tools = open({ maxMessageBytes: 1000 });
    const failure = await failureOf(tools.execute(ask('echo', { text: 'x'.repeat(1000) })));
    expect(failure).toMatchObject({ code: 'invalid-arguments', outcome: 'not-started' });
    expect(tools.stats()[0]?.started).toBe(0);
  });
});

describe('results', () => {
  it('keep their mutations, their meta and fields that nobody knows', async () => {
    const call = ask('mutate', { mutations: { a: { b: 1 } } }, { expectedEffects: { a: 0, z: 0 } });
    expect(await tools.execute(call)).toEqual({
      output: 'changed',
      mutations: { a: { b: 1 } },
      meta: { took: 1 },
      extra: 7,
    });
  });

  it.each([
    ['plain', {}, /answer \{ "output": … \}/],
    ['nothing', {}, /answer \{ "output": … \}/],
    ['mutate', { mutations: { b: 1 } }, /it changed b, which/],
    ['mutate', { mutations: { toString: 1 } }, /it changed toString, which/],
    ['mutate', { mutations: [1] }, /`mutations` is not an object/],
    ['loneSurrogate', {}, /at \/a holds half a surrogate pair/],
  ] as const)('are withheld where they are not what was agreed (%s %j)', async (act, args, message) => {
    const failure = await failureOf(tools.execute(ask(act, args, { expectedEffects: { a: 0 } })));
    expect(failure).toMatchObject({
      code: 'invalid-result',
      outcome: 'unknown',
      message: expect.stringMatching(message),
    });
  });

  it('pass through dispatch, which checks them again', async () => {
    tools = open({}, { capabilities: NONE });
    const outcome = await dispatch(tools, ask('mutate', { mutations: { a: 1 } }, { expectedEffects: { a: 0 } }));
    expect(outcome).toMatchObject({ status: 'executed', execution: { mutations: { a: 1 } } });
  });

  it('of a program whose needs nobody stated wait for a person', async () => {
    expect(await dispatch(tools, ask('pid'))).toMatchObject({ status: 'pending' });
  });
});

describe('errors', () => {
  const failWith = (error: JsonObject) => failureOf(tools.execute(ask('fail', { error })));

  it('carry code, outcome, terminal, output, meta and fields that nobody knows', async () => {
    const data = {
      code: 'quota',
      outcome: 'not-started',
      terminal: true,
      output: { left: 0 },
      meta: { a: 1 },
      resetAt: 'noon',
      name: 'Evil',
      stack: 'Evil',
    };
    const failure = await failWith({ code: -32000, message: 'used up', data, hint: 'wait' });
    expect(failure).toMatchObject({
      name: 'ToolFailure',
      message: 'tool: used up',
      code: 'quota',
      outcome: 'not-started',
      terminal: true,
      output: { left: 0 },
      meta: { a: 1 },
      resetAt: 'noon',
      hint: 'wait',
      rpcCode: -32000,
    });
    expect(failure.stack).not.toBe('Evil');
    expect(failure.with({ message: 'changed' })).toMatchObject({ resetAt: 'noon', rpcCode: -32000, terminal: true });
  });

  it.each([
    [{ code: -32000 }, { code: 'tool-error', outcome: 'failed', terminal: false }],
    [{ code: -32601 }, { code: 'unknown-tool', outcome: 'not-started' }],
    [{ code: -32602 }, { code: 'invalid-arguments', outcome: 'not-started' }],
    [{ code: -32004 }, { code: 'timeout', outcome: 'unknown' }],
    [{ code: -32007 }, { code: 'refused', outcome: 'failed' }],
    [{ code: 1, data: { outcome: 'perhaps' } }, { outcome: 'unknown' }],
    [{ code: 1, data: { terminal: 'yes' } }, { terminal: true }],
    [
      { code: 1, data: 'said so' },
      { output: 'said so', outcome: 'failed' },
    ],
  ])('without a word from the tool mean what JSON-RPC says (%j)', async (error, expected) => {
    expect(await failWith({ message: 'no', ...error })).toMatchObject(expected);
  });

  it('without an id belong to the only call that is under way', async () => {
    const failure = await failureOf(tools.execute(ask('failWithoutId')));
    expect(failure).toMatchObject({ message: 'tool: cannot read this', outcome: 'not-started' });
  });
});

it('answers a request of the program with "no such method"', async () => {
  const { output } = await tools.execute(ask('ask'));
  expect(output).toMatchObject({ id: 'mine', error: { code: -32601 } });
});

it('hands on progress, and survives a listener that throws', async () => {
  const seen: unknown[] = [];
  const call = ask(
    'batch',
    {},
    {
      onProgress: (progress) => {
        seen.push(progress);
        throw new Error('bad listener');
      },
    },
  );
  expect((await tools.execute(call)).output).toBe('batched');
  expect(seen).toEqual([{ message: 'in a batch' }]);
});
