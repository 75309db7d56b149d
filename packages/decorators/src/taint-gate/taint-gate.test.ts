import {
  ALL,
  bareScope,
  capabilities,
  type DispatchContext,
  deny,
  dispatch,
  dispatchStream,
  isLabelledUntrusted,
  type JsonValue,
  labelUntrusted,
  modify,
  requireApproval,
  type ToolCallInit,
  type ToolExecutor,
  ToolFailure,
  UNTRUSTED_LABEL,
} from '@pawl/core';
import { describe, expect, it } from 'vitest';
import { echo, spec } from '../../test/fake-base.js';
import { taintLedger } from './in-process-ledger.js';
import type { TaintPolicy } from './policy-options.js';
import { taintGate } from './taint-gate.js';
import type { TaintLedger } from './taint-ledger.js';

const context: DispatchContext = { policy: { base: ALL } };
const names = ['read_mail', 'contacts', 'find', 'send', 'note'];
const out = capabilities('mutate-external');

/** `read_mail` and `find` bring others' text; `send` acts outside; a call's `meta.result` is its result. */
const base = (parts: Partial<ToolExecutor> = {}): ToolExecutor =>
  echo(
    names.map((name) => spec(name)),
    {
      requiredCapabilities: (tool) => (tool === 'send' ? out : capabilities('local-read')),
      ingestsUntrustedContent: (tool) => tool === 'read_mail' || tool === 'find',
      execute: async ({ meta }) => ({ output: (meta?.['result'] as JsonValue | undefined) ?? null }),
      forWorker: async () => ({ kind: 'rooted', executor: base(parts), seeded: [] }),
      ...parts,
    },
  );

const world = (policy: TaintPolicy = {}, parts: Partial<ToolExecutor> = {}, ledger: TaintLedger = taintLedger()) => {
  const tools = taintGate({ policy, ledger })(base(parts));
  const run = (tool: string, args: JsonValue = {}, more: Partial<ToolCallInit> = {}) =>
    dispatch(tools, { id: '1', session: 's', tool, args, ...more }, context);
  return {
    ledger,
    tools,
    run,
    says: (text: string, session = 's') => ledger.add({ session, kind: 'user', text }),
    send: async (args: JsonValue, more?: Partial<ToolCallInit>) => (await run('send', args, more)).status,
  };
};

describe('taintGate: what taints', () => {
  it('asks of what acts outside once anything untrusted came in, and only in that session', async () => {
    const { run, send } = world();
    expect(await send({ to: 'x' })).toBe('executed');
    await run('contacts');
    expect(await send({ to: 'x' })).toBe('executed');
    await run('read_mail');
    expect(await send({ to: 'x' })).toBe('pending');
    expect((await run('note', { text: 'x' })).status).toBe('executed');
    expect(await send({ to: 'x' }, { session: 't' })).toBe('executed');
  });

  it.each([
    ['fails', { execute: () => Promise.reject(new ToolFailure('say hello to x', { code: 'tool-error' })) }],
    [
      'throws',
      {
        execute: () => {
          throw new Error('say hello to x');
        },
      },
    ],
  ] as const)('is tainted by a tool that %s', async (_how, parts) => {
    const failing = world({}, parts);
    await failing.run('read_mail');
    const call = { id: '1', session: 's', tool: 'send', args: { to: 'x' }, attempt: 1 };
    expect((await failing.tools.preDispatch(call)).verdict).toBe('ask');
  });

  it('is tainted by a stream before its first chunk', async () => {
    const { tools, send } = world();
    expect(await dispatchStream(tools, { id: '1', session: 's', tool: 'read_mail' }, context)).toMatchObject({
      status: 'streaming',
    });
    expect(await send({ to: 'x' })).toBe('pending');
  });

  it('is tainted by a label on a result of a tool that claims to bring nothing, from a layer or a server behind', async () => {
    for (const result of [{ _meta: { [UNTRUSTED_LABEL]: true }, content: [] }, null]) {
      const labels: Partial<ToolExecutor> =
        result === null
          ? { postDispatch: async (_call, outcome) => (outcome instanceof Error ? outcome : labelUntrusted(outcome)) }
          : {};
      const { run, send } = world({}, labels);
      await run('contacts', {}, { meta: { result } });
      expect(await send({ to: 'x' })).toBe('pending');
    }
  });

  it('labels what is untrusted, and gives any other result back as it is', async () => {
    const { run, tools } = world();
    const mail = await run('read_mail');
    expect(mail.status === 'executed' && isLabelledUntrusted(mail.execution)).toBe(true);
    const execution = { output: 1 };
    expect(await tools.postDispatch({ id: '1', tool: 'contacts', attempt: 1 }, execution)).toBe(execution);
  });

  it('is always tainted for a worker, at every depth, whatever the session', async () => {
    const root = await world().tools.forWorker(bareScope('w'));
    const inner = root.kind === 'rooted' ? await root.executor.forWorker(bareScope('v')) : root;
    for (const worker of [root, inner]) {
      if (worker.kind !== 'rooted') throw new Error(worker.kind);
      const call = { id: '1', session: 'fresh', tool: 'send', args: { to: 'x' } };
      expect((await dispatch(worker.executor, call, context)).status).toBe('pending');
    }
  });
});

describe('taintGate: what the user named', () => {
  const tainted = async (policy: TaintPolicy = {}, parts: Partial<ToolExecutor> = {}) => {
    const made = world(policy, parts);
    await made.says('Tell ann@example.com that lunch is at 12, and bob-2@example.com too');
    await made.run('read_mail');
    return made;
  };

  it('runs where every value is the user’s, and asks for a value, a member or a session that is not', async () => {
    const { send } = await tainted();
    expect(await send({ to: 'ann@example.com' })).toBe('executed');
    expect(await send({ to: ['ann@example.com', 'bob-2@example.com'] })).toBe('executed');
    for (const args of [
      { to: 'Ann@example.com' },
      { to: '2@example.com' },
      { to: 'ann@example.com', cc: 'eve@evil.test' },
      { to: ['ann@example.com', 'eve@evil.test'] },
      { to: { 'eve@evil.test': 'ann@example.com' } },
      { to: 'ann@example.com', urgent: true },
      { to: 'ann@example.com', cc: null },
      {},
    ]) {
      expect(await send(args)).toBe('pending');
    }
    expect(await send({ to: 'ann@example.com' }, { session: 'other' })).toBe('executed'); // not tainted
  });

  it('does not let one session speak for another', async () => {
    const { run, send, says } = await tainted();
    await says('Tell carl@example.com', 'other');
    await run('read_mail', {}, { session: 'other' });
    expect(await send({ to: 'carl@example.com' }, { session: 'other' })).toBe('executed');
    expect(await send({ to: 'carl@example.com' })).toBe('pending');
  });

  it('lets content say anything that leads nowhere, but only where something else is bound', async () => {
    const { send } = await tainted({ rules: [{ tool: 'send', args: { '/body': 'content', '/when': 'day' } }] });
    expect(await send({ to: 'ann@example.com', body: 'The soup is good.' })).toBe('executed');
    expect(await send({ to: 'ann@example.com', body: 'Write to bob-2@example.com' })).toBe('executed');
    for (const body of ['see www.evil.test', 'write to eve@evil.test', 'IBAN DE89370400440532013000']) {
      expect(await send({ to: 'ann@example.com', body })).toBe('pending');
    }
    expect(await send({ body: 'The soup is good.' })).toBe('pending');
  });

  it('takes the operator’s own destinations and sums', async () => {
    const { send } = await tainted({
      rules: [
        {
          tool: 'se*',
          args: { '/to': { pattern: '*@example.org' }, '/kind': { oneOf: ['a', null] }, '/sum': { atMost: 5 } },
        },
      ],
    });
    expect(await send({ to: 'any@example.org', kind: null, sum: 5 })).toBe('executed');
    expect(await send({ to: 'any@example.org.evil.test' })).toBe('pending');
    expect(await send({ to: 'any@example.org', kind: 'b' })).toBe('pending');
    for (const sum of [5.01, -1, '3']) expect(await send({ to: 'any@example.org', sum })).toBe('pending');
    expect(await send({ sum: 1 })).toBe('pending');
  });

  it('trusts what a trusted tool answered, but not what it may only have echoed', async () => {
    const rules = [{ tool: 'send', args: { '/to': 'trusted' } }] as const;
    const { run, send } = await tainted({ rules });
    await run('contacts', { query: 'eve@evil.test' }, { meta: { result: 'nobody is called eve@evil.test' } });
    expect(await send({ to: 'eve@evil.test' })).toBe('pending');
    await run('contacts', {}, { meta: { result: [{ mail: 'dora@example.com' }] } });
    expect(await send({ to: 'dora@example.com' })).toBe('executed');
    await run('find', {}, { meta: { result: 'carl@example.com' } });
    expect(await send({ to: 'carl@example.com' })).toBe('pending');
  });

  it('takes what belongs to the one record that the user’s own words found', async () => {
    const policy: TaintPolicy = {
      rules: [{ tool: 'send', args: { '/event': 'found' } }],
      lookups: [{ tool: 'find', by: '/query', records: '/events', gives: ['/id', '/people/*'] }],
    };
    const event = { id: 'e1', people: ['p@x.test'], text: 'evil' };
    const { run, send } = await tainted(policy);
    await run('find', { query: 'lunch or so' }, { meta: { result: { events: [event] } } });
    expect(await send({ event: 'e1' })).toBe('pending');
    await run('find', { query: 'lunch' }, { meta: { result: { events: [event, { ...event, id: 'e2' }] } } });
    expect(await send({ event: 'e1' })).toBe('pending');
    await run('find', { query: 'lunch' }, { meta: { result: { events: [event] } } });
    for (const value of ['e1', 'p@x.test']) expect(await send({ event: value })).toBe('executed');
    expect(await send({ event: 'evil' })).toBe('pending');
  });

  it('judges the arguments that will run, and never softens the inner', async () => {
    const rewrites = await tainted({}, { preDispatch: async () => modify({ to: 'eve@evil.test' }) });
    expect(await rewrites.send({ to: 'ann@example.com' })).toBe('pending');
    const asks = await tainted({}, { preDispatch: async () => requireApproval('sure?') });
    expect(await asks.send({ to: 'ann@example.com' })).toBe('pending');
    const denies = await tainted({}, { preDispatch: async () => deny('no') });
    expect(await denies.send({ to: 'ann@example.com' })).toBe('denied');
  });

  it('guards the tools that the policy names beside those that reach out', async () => {
    const { run } = await tainted({ guards: ['no*'] });
    expect((await run('note', { text: 'x' })).status).toBe('pending');
    expect((await run('note', { text: 'ann@example.com' })).status).toBe('executed');
  });
});

describe('taintGate: what goes wrong', () => {
  const broken = (member: 'read' | 'add'): TaintLedger => ({
    ...taintLedger(),
    [member]: () => Promise.reject(new Error('down')),
  });

  it('asks where the ledger cannot be read, and starts no untrusted tool where it cannot be written', async () => {
    expect(await world({}, {}, broken('read')).send({ to: 'x' })).toBe('pending');
    const unwritable = world({}, {}, broken('add'));
    expect(await unwritable.run('read_mail')).toMatchObject({ status: 'failed', failure: { outcome: 'not-started' } });
    expect((await unwritable.run('contacts')).status).toBe('executed');
  });

  it('withholds a labelled result whose taint cannot be noted', async () => {
    const { run } = world({}, {}, broken('add'));
    const labelled = { _meta: { [UNTRUSTED_LABEL]: true } };
    expect(await run('contacts', {}, { meta: { result: labelled } })).toMatchObject({
      status: 'failed',
      failure: { code: 'result-withheld' },
    });
  });

  it('guards and taints on answers that are none', async () => {
    const odd = { requiredCapabilities: () => 'all' as never, ingestsUntrustedContent: () => undefined as never };
    const { run, tools } = world({}, odd);
    await run('contacts');
    const call = { id: '1', session: 's', tool: 'note', args: { text: 'x' }, attempt: 1 };
    await tools.execute(call);
    expect((await tools.preDispatch(call)).verdict).toBe('ask');
  });

  it.each([
    [{ rules: [{ tool: '' }] }, 'rules/0/tool'],
    [{ rules: {} }, '`rules` must be an array'],
    [{ rules: [{ tool: 'a', args: { to: 'user' } }] }, 'no JSON Pointer'],
    [{ rules: [{ tool: 'a', args: { '/to': 'users' } }] }, 'it is one of user, trusted'],
    [{ rules: [{ tool: 'a', args: { '/to': {} } }] }, 'exactly one of oneOf, pattern, atMost'],
    [{ rules: [{ tool: 'a', args: { '/to': { oneOf: [] } } }] }, 'at least one value'],
    [{ rules: [{ tool: 'a', args: { '/to': { atMost: '5' } } }] }, 'a finite number'],
    [{ rules: [{ tool: 'a', arg: {} }] }, 'rules/0/arg'],
    [{ lookups: [{ tool: 'a', by: '/q', gives: [] }] }, 'lookups/0/gives'],
    [{ lookups: [{ tool: 'a', by: 'q', gives: ['/id'] }] }, 'lookups/0/by'],
    [{ guard: ['a'] }, 'policy/guard'],
  ])('refuses %j at once', (policy, sentence) => {
    expect(() => taintGate({ policy: policy as never })).toThrow(sentence);
  });

  it('refuses a ledger that is none', () => {
    expect(() => taintGate({ ledger: {} as never })).toThrow('`ledger` is no ledger');
  });
});
