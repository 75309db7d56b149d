import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ALL,
  capabilities,
  capabilityNames,
  difference,
  isSubset,
  NONE,
  ORDINARY,
} from '../capability/capability-set.js';
import { granted } from '../capability/granted.js';
import type { ToolCall, ToolCallInit } from '../contract/tool-call.js';
import { ToolFailure } from '../contract/tool-failure.js';
import type { ToolSpec } from '../contract/tool-spec.js';
import { allow, deny, injectContext, modify, requireApproval } from '../decision/decisions.js';
import { defineExecutor, type ExecutorParts } from '../executor/define-executor.js';
import { layer } from '../layer/layer.js';
import type { Clock } from './clock.js';
import { dispatch } from './dispatch.js';
import { gate } from './gate.js';

const spec: ToolSpec = { name: 'write', description: 'writes', inputSchema: { type: 'object' } };
const specs = [spec];
const call: ToolCallInit = { id: '1', tool: 'write', args: { path: 'a' } };

/** Time that passes only when told to. */
const manualClock = (): Clock & { advance(ms: number): void; readonly pending: () => number } => {
  let now = 0;
  const timers = new Map<symbol, { at: number; callback: () => void }>();
  return {
    setTimeout: (callback, ms) => {
      const id = Symbol();
      timers.set(id, { at: now + ms, callback });
      return () => timers.delete(id);
    },
    advance: (ms) => {
      now += ms;
      for (const [id, timer] of timers) {
        if (timer.at > now) continue;
        timers.delete(id);
        timer.callback();
      }
    },
    pending: () => timers.size,
  };
};

const never = (): Promise<never> => new Promise(() => {});
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** An executor that allows everything, counts its runs, and can be made worse. */
const subject = (parts: ExecutorParts = {}) => {
  const runs: ToolCall[] = [];
  const tools = defineExecutor({
    workspace: 'none',
    specs: () => specs,
    requiredCapabilities: () => NONE,
    preDispatch: async () => allow(),
    execute: async (made) => {
      runs.push(made);
      return { output: { ran: made.args ?? null } };
    },
    ...parts,
  });
  return { tools, runs };
};

describe('dispatch', () => {
  it('runs what is allowed and hands back the execution as it came', async () => {
    const execution = { output: { content: [{ type: 'odd' }] }, vendor: 1 };
    const { tools } = subject({ execute: async () => execution });
    const outcome = await dispatch(tools, call);
    expect(outcome).toMatchObject({ status: 'executed', callId: '1', tool: 'write', notes: [], untrusted: true });
    expect(outcome.status === 'executed' && outcome.execution).toBe(execution);
  });

  it('answers a name that is not advertised with the ordinary unknown-tool failure, and runs nothing', async () => {
    const { tools, runs } = subject();
    for (const tool of ['gone', 'constructor', '__proto__', '']) {
      const outcome = await dispatch(tools, { ...call, tool });
      expect(outcome).toMatchObject({ status: 'failed', failure: { code: 'unknown-tool', outcome: 'not-started' } });
    }
    expect(await dispatch(tools, call, { advertised: [] })).toMatchObject({ status: 'failed' });
    expect(runs).toEqual([]);
  });

  it('runs a hidden tool once the context advertises it, but not one that nobody owns', async () => {
    const hidden: ToolSpec = { ...spec, name: 'hidden' };
    const { tools, runs } = subject({ owns: (tool) => tool !== 'ghost' });
    const advertised = [...specs, hidden, { ...spec, name: 'ghost' }];
    expect(await dispatch(tools, { ...call, tool: 'hidden' }, { advertised })).toMatchObject({ status: 'executed' });
    expect(await dispatch(tools, { ...call, tool: 'ghost' }, { advertised })).toMatchObject({ status: 'failed' });
    expect(runs).toHaveLength(1);
  });

  it('refuses arguments that are not I-JSON before anybody is asked', async () => {
    const { tools, runs } = subject({ preDispatch: () => Promise.reject(new Error('asked')) });
    const outcome = await dispatch(tools, { ...call, args: { when: new Date(0) } });
    expect(outcome).toMatchObject({ status: 'failed', failure: { code: 'invalid-arguments', outcome: 'not-started' } });
    expect(outcome.status === 'failed' && outcome.failure.message).toContain('the value at /when');
    expect(runs).toEqual([]);
  });

  it('runs the arguments that were judged, whatever the caller does to its own object', async () => {
    const args = { path: 'a' };
    const { tools, runs } = subject({
      preDispatch: async () => {
        args.path = '/etc/passwd';
        return allow();
      },
    });
    await dispatch(tools, { ...call, args });
    expect(runs[0]?.args).toEqual({ path: 'a' });
  });

  it('carries out a rewrite and hands notes on', async () => {
    const { tools, runs } = subject({
      preDispatch: async () => ({ ...modify({ path: 'b' }), ...{ notes: ['moved'] } }),
    });
    const outcome = await dispatch(tools, call);
    expect(runs[0]?.args).toEqual({ path: 'b' });
    expect(outcome).toMatchObject({ status: 'executed', notes: ['moved'], call: { args: { path: 'b' } } });
  });

  it('says a denial with its reason and the layer behind it', async () => {
    const sundays = layer('sundays', { preDispatch: 'tightens' }, () => ({
      preDispatch: async () => deny('not today'),
    }));
    const { tools, runs } = subject();
    const outcome = await dispatch(sundays(tools), call);
    expect(outcome).toMatchObject({ status: 'denied', reason: 'not today' });
    expect(outcome.trace).toEqual([{ member: 'preDispatch', answer: 'deny', reason: 'not today', layer: 'sundays' }]);
    expect(runs).toEqual([]);
  });
});

describe('an approval', () => {
  const asks = { preDispatch: async () => requireApproval('writes a file') };

  it('is the request handed back, and runs that very call', async () => {
    const { tools, runs } = subject(asks);
    const pending = await dispatch(tools, call);
    if (pending.status !== 'pending') throw new Error(pending.status);
    expect(pending.request).toMatchObject({
      callId: '1',
      tool: 'write',
      args: { path: 'a' },
      spec,
      reason: 'writes a file',
    });
    const stored = JSON.parse(JSON.stringify(pending.request));
    expect(await dispatch(tools, call, { approved: stored })).toMatchObject({ status: 'executed' });
    expect(runs).toHaveLength(1);
  });

  it.each<[string, Partial<ToolCallInit>, ExecutorParts]>([
    ['another call', { id: '2' }, {}],
    ['other arguments', { args: { path: 'b' } }, {}],
    ['null for arguments', { args: null }, {}],
    ['another session', { session: 's' }, {}],
    ['another caller', { caller: 'c' }, {}],
    ['another definition', {}, { specs: () => [{ ...spec, description: 'destroys' }] }],
    ['more capabilities', {}, { requiredCapabilities: () => capabilities('local-write') }],
    ['rewritten arguments', {}, { preDispatch: async () => ({ ...requireApproval('x'), args: { path: 'b' } }) }],
    ['a definition that cannot be compared', {}, { specs: () => [{ ...spec, inputSchema: { n: 1n as never } }] }],
  ])('does not cover %s', async (_name, change, parts) => {
    const pending = await dispatch(subject(asks).tools, call);
    if (pending.status !== 'pending') throw new Error(pending.status);
    const { tools, runs } = subject({ ...asks, ...parts });
    expect(await dispatch(tools, { ...call, ...change }, { approved: pending.request })).toMatchObject({
      status: 'pending',
    });
    expect(runs).toEqual([]);
  });

  it('for absent arguments covers neither null nor {}', async () => {
    const { args: _, ...bare } = call;
    const { tools } = subject(asks);
    const pending = await dispatch(tools, bare);
    if (pending.status !== 'pending') throw new Error(pending.status);
    for (const args of [null, {}, []]) {
      expect((await dispatch(tools, { ...bare, args }, { approved: pending.request })).status).toBe('pending');
    }
    expect((await dispatch(tools, bare, { approved: pending.request })).status).toBe('executed');
  });

  it('never lifts a denial', async () => {
    const pending = await dispatch(subject(asks).tools, call);
    const { tools } = subject({ preDispatch: async () => deny('no') });
    expect(
      await dispatch(tools, call, { approved: pending.status === 'pending' ? pending.request : (undefined as never) }),
    ).toMatchObject({
      status: 'denied',
    });
  });

  it('given while the context was clean does not cover what taint takes away', async () => {
    const { tools } = subject({ ...asks, requiredCapabilities: () => capabilities('arbitrary-egress') });
    const pending = await dispatch(tools, call);
    if (pending.status !== 'pending') throw new Error(pending.status);
    const tainted = await dispatch(tools, call, { approved: pending.request, taint: 'tainted' });
    expect(tainted).toMatchObject({ status: 'pending', request: { missing: ['arbitrary-egress'] } });
    if (tainted.status !== 'pending') throw new Error(tainted.status);
    expect((await dispatch(tools, call, { approved: tainted.request, taint: 'tainted' })).status).toBe('executed');
  });
});

describe('the gate', () => {
  const verdicts = fc.constantFrom('allow', 'ask', 'deny' as const);
  const sets = fc.subarray([...capabilityNames(ALL)]).map((names) => capabilities(...names));

  it('keeps its precedence: deny > missing capability > ask > rewrite > allow', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          verdict: verdicts,
          rewrites: fc.boolean(),
          required: sets,
          base: sets,
          taint: fc.constantFrom('clean', 'tainted' as const),
          sandbox: fc.boolean(),
          escalate: fc.boolean(),
        }),
        async ({ verdict, rewrites, required, base, taint, sandbox, escalate }) => {
          const { tools } = subject({
            preDispatch: async () => ({ verdict, ...(rewrites ? { args: { path: 'b' } } : {}) }),
            requiredCapabilities: () => required,
            sandboxWouldDeny: async () => sandbox,
          });
          const judged = await gate(tools, call, { policy: { base }, taint, escalateSandboxDenials: escalate });
          const missing = difference(required, granted({ base }, taint));
          const asks = verdict === 'ask' || missing !== NONE || (sandbox && escalate);
          expect(judged.verdict).toBe(verdict === 'deny' ? 'deny' : asks ? 'ask' : 'allow');
          if (judged.verdict === 'ask') {
            expect(judged.request.missing).toEqual(capabilityNames(missing));
            expect(judged.request.args).toEqual({ path: rewrites ? 'b' : 'a' });
            expect(judged.request.sandboxEscalation).toBe(sandbox && escalate);
          }
        },
      ),
    );
  });

  it('always asks for an unclassified tool, and for an administrative one', async () => {
    for (const required of [ALL, capabilities('grant-access')]) {
      const { tools } = subject({ requiredCapabilities: () => required });
      const judged = await gate(tools, call, { policy: { base: ALL } });
      expect(judged.verdict).toBe('ask');
    }
    expect(isSubset(capabilities('grant-access'), ORDINARY)).toBe(false);
  });

  it('asks about the sandbox only when escalation is on', async () => {
    let asked = 0;
    const { tools } = subject({
      sandboxWouldDeny: async () => {
        asked++;
        return true;
      },
    });
    expect((await gate(tools, call)).verdict).toBe('allow');
    expect(asked).toBe(0);
    expect((await gate(tools, call, { escalateSandboxDenials: true })).verdict).toBe('ask');
  });

  it('names the layer that hid a tool, and the one that raised the requirements', async () => {
    const hides = layer('hides', { specs: 'narrows' }, () => ({ specs: () => [] }));
    const raises = layer('raises', { requiredCapabilities: 'tightens' }, () => ({ requiredCapabilities: () => ALL }));
    const idle = layer('idle', { owns: 'narrows' }, (inner) => ({ owns: inner.owns }));
    const { tools } = subject();
    expect((await gate(idle(hides(tools)), call)).trace).toMatchObject([{ member: 'specs', layer: 'hides' }]);
    expect((await gate(idle(raises(tools)), call)).trace).toMatchObject([
      {},
      { member: 'requiredCapabilities', layer: 'raises' },
    ]);
  });
});

const nonsense: readonly unknown[] = [undefined, null, 0, 'yes', {}, [], { verdict: 'sure' }, Number.NaN, -1];
const faults: readonly (readonly [string, () => unknown])[] = [
  [
    'throws',
    () => {
      throw new Error('boom');
    },
  ],
  ['rejects', () => Promise.reject(new Error('boom'))],
  ...nonsense.map((value) => [`answers ${JSON.stringify(value) ?? 'undefined'}`, () => value] as const),
  ...nonsense.map(
    (value) => [`resolves to ${JSON.stringify(value) ?? 'undefined'}`, () => Promise.resolve(value)] as const,
  ),
];

describe('DEF-03: a member that fails leads to the strictest outcome', () => {
  it.each(faults)('preDispatch that %s is a denial', async (_name, fault) => {
    const { tools, runs } = subject({ preDispatch: fault as never });
    expect((await dispatch(tools, call)).status).toBe('denied');
    expect(runs).toEqual([]);
  });

  it.each(faults)('sandboxWouldDeny that %s asks', async (_name, fault) => {
    const { tools } = subject({ sandboxWouldDeny: fault as never });
    expect((await dispatch(tools, call, { escalateSandboxDenials: true })).status).toBe('pending');
  });

  it.each(faults.filter(([name]) => name !== 'answers 0'))(
    'requiredCapabilities that %s requires ALL',
    async (_name, fault) => {
      const { tools } = subject({ requiredCapabilities: fault as never });
      expect(await dispatch(tools, call)).toMatchObject({
        status: 'pending',
        request: { required: capabilityNames(ALL) },
      });
    },
  );

  it.each(faults)('specs that %s, or owns, hides every tool', async (_name, fault) => {
    for (const parts of [{ specs: fault }, { owns: fault }]) {
      const { tools, runs } = subject(parts as never);
      expect((await dispatch(tools, call)).status).toBe('failed');
      expect(runs).toEqual([]);
    }
  });

  it.each(faults)('ingestsUntrustedContent that %s taints', async (_name, fault) => {
    const { tools } = subject({ ingestsUntrustedContent: fault as never });
    expect(await dispatch(tools, call)).toMatchObject({ status: 'executed', untrusted: true });
  });

  it.each(faults)('postDispatch that %s withholds the result', async (_name, fault) => {
    const { tools } = subject({ postDispatch: fault as never });
    const outcome = await dispatch(tools, call);
    expect(outcome).toMatchObject({ status: 'failed', failure: { code: 'result-withheld', outcome: 'unknown' } });
    expect(JSON.stringify(outcome)).not.toContain('ran');
  });

  it.each(faults)('execute that %s is a failure', async (_name, fault) => {
    expect((await dispatch(subject({ execute: fault as never }).tools, call)).status).toBe('failed');
  });

  it('a fault in a layer is traced to that layer', async () => {
    const faulty = layer('faulty', { preDispatch: 'tightens' }, () => ({
      preDispatch: () => Promise.reject(new Error('boom')),
    }));
    const outcome = await dispatch(faulty(subject().tools), call);
    expect(outcome).toMatchObject({ status: 'denied', trace: [{ layer: 'faulty' }] });
  });

  it.each(['preDispatch', 'sandboxWouldDeny', 'postDispatch', 'execute'] as const)(
    '%s that never settles is not waited for',
    async (member) => {
      const clock = manualClock();
      const { tools, runs } = subject({ [member]: never });
      const outcome = dispatch(tools, call, {
        clock,
        escalateSandboxDenials: true,
        memberTimeoutMs: 50,
        callTimeoutMs: 50,
      });
      await settle();
      clock.advance(49);
      await settle();
      expect(await Promise.race([outcome, 'waiting'])).toBe('waiting');
      clock.advance(1);
      const expected = {
        preDispatch: 'denied',
        sandboxWouldDeny: 'pending',
        postDispatch: 'failed',
        execute: 'failed',
      };
      expect((await outcome).status).toBe(expected[member]);
      expect(runs).toHaveLength(member === 'postDispatch' ? 1 : 0);
      expect(clock.pending()).toBe(0);
    },
  );
});

describe('a call that runs', () => {
  it('gets the deadline and a signal that the deadline aborts', async () => {
    const clock = manualClock();
    const seen: ToolCall[] = [];
    const { tools } = subject({
      execute: (made) => {
        seen.push(made);
        return never();
      },
    });
    const outcome = dispatch(tools, { ...call, timeoutMs: 20 }, { clock });
    await settle();
    expect(seen[0]).toMatchObject({ timeoutMs: 20 });
    expect(seen[0]?.signal?.aborted).toBe(false);
    clock.advance(20);
    expect(await outcome).toMatchObject({ status: 'failed', failure: { code: 'timeout', outcome: 'unknown' } });
    expect(seen[0]?.signal?.aborted).toBe(true);
  });

  it("is cancelled by the caller's signal, and does not start under one that is already aborted", async () => {
    const controller = new AbortController();
    let signal: AbortSignal | undefined;
    const { tools, runs } = subject({
      execute: (made) => {
        signal = made.signal;
        return never();
      },
    });
    const outcome = dispatch(tools, { ...call, signal: controller.signal });
    await settle();
    controller.abort();
    expect(await outcome).toMatchObject({ status: 'failed', failure: { code: 'cancelled', outcome: 'unknown' } });
    expect(signal?.aborted).toBe(true);
    const late = await dispatch(subject({}).tools, { ...call, signal: controller.signal });
    expect(late).toMatchObject({ status: 'failed', failure: { code: 'cancelled', outcome: 'not-started' } });
    expect(runs).toEqual([]);
  });

  it('sees an aborted signal also when it looks late', async () => {
    const clock = manualClock();
    const seen: ToolCall[] = [];
    const { tools } = subject({
      execute: (made) => {
        seen.push(made);
        return never();
      },
    });
    const outcome = dispatch(tools, { ...call, timeoutMs: 5 }, { clock });
    await settle();
    clock.advance(5);
    await outcome;
    expect(seen[0]?.signal?.aborted).toBe(true);
  });

  it('gets every field of the call', async () => {
    const { tools, runs } = subject();
    const onProgress = (): void => {};
    const full = {
      ...call,
      attempt: 2,
      session: 's',
      caller: 'c',
      onProgress,
      meta: { m: 1 },
      expectedEffects: { e: 1 },
      vendor: 'v',
    };
    await dispatch(tools, full);
    expect(runs[0]).toMatchObject(full);
  });

  it.each<[string, unknown, Partial<ToolCallInit>]>([
    ['no output', {}, {}],
    ['an output that is not JSON', { output: new Map() }, {}],
    ['mutations that nobody expected', { output: 1, mutations: { a: 1 } }, {}],
    ['mutations beyond the expected keys', { output: 1, mutations: { a: 1, b: 1 } }, { expectedEffects: { a: null } }],
    ['mutations under a prototype name', { output: 1, mutations: { constructor: 1 } }, { expectedEffects: {} }],
    ['mutations that are not I-JSON', { output: 1, mutations: { a: '\uD800' } }, { expectedEffects: { a: null } }],
    ['an output that misses its schema', { output: 1 }, { returnSchema: { type: 'string' } }],
  ])('and returns %s has its result withheld, outcome unknown', async (_name, execution, change) => {
    const { tools } = subject({ execute: async () => execution as never });
    const validate = (schema: { readonly type?: unknown }, value: unknown): string[] =>
      typeof value === schema.type ? [] : [`is no ${String(schema.type)}`];
    const outcome = await dispatch(tools, { ...call, ...change }, { validate });
    expect(outcome).toMatchObject({ status: 'failed', failure: { code: 'invalid-result', outcome: 'unknown' } });
  });

  it('and returns expected mutations and a matching output is executed', async () => {
    const execution = { output: 's', mutations: { a: 2 } };
    const { tools } = subject({ execute: async () => execution });
    const full = { ...call, expectedEffects: { a: null }, returnSchema: { type: 'string' } };
    expect(await dispatch(tools, full, { validate: () => [] })).toMatchObject({ status: 'executed', execution });
  });

  it('does not start with a return schema that nothing could check', async () => {
    const { tools, runs } = subject();
    const outcome = await dispatch(tools, { ...call, returnSchema: {} });
    expect(outcome).toMatchObject({ status: 'failed', failure: { code: 'invalid-arguments', outcome: 'not-started' } });
    expect(runs).toEqual([]);
  });
});

describe('ERR-01: a failure', () => {
  const failure = new ToolFailure('no', {
    code: 'mine',
    terminal: true,
    outcome: 'unknown',
    output: { isError: true },
  });

  it('comes back as the same object', async () => {
    const outcome = await dispatch(subject({ execute: () => Promise.reject(failure) }).tools, call);
    expect(outcome.status === 'failed' && outcome.failure).toBe(failure);
  });

  it('stays terminal and stays a failure, whatever postDispatch answers', async () => {
    const softened = subject({
      execute: () => Promise.reject(failure),
      postDispatch: async () => failure.with({ terminal: false, message: 'softer' }),
    });
    expect(await dispatch(softened.tools, call)).toMatchObject({
      failure: { terminal: true, message: 'softer', code: 'mine' },
    });
    const turned = subject({ execute: () => Promise.reject(failure), postDispatch: async () => ({ output: 'fine' }) });
    expect(await dispatch(turned.tools, call)).toMatchObject({
      status: 'failed',
      failure: { code: 'result-withheld', terminal: true },
    });
  });

  it('of another kind counts as ordinary and keeps its cause', async () => {
    const cause = new TypeError('x is undefined');
    const outcome = await dispatch(subject({ execute: () => Promise.reject(cause) }).tools, call);
    expect(outcome).toMatchObject({ failure: { code: 'tool-error', terminal: false, outcome: 'failed', cause } });
  });

  it('is seen by postDispatch, as secrets hide in error texts', async () => {
    const { tools } = subject({
      execute: () => Promise.reject(new Error('token=abc')),
      postDispatch: async (_call, outcome) =>
        outcome instanceof ToolFailure ? outcome.with({ message: 'hidden', cause: undefined }) : outcome,
    });
    const outcome = await dispatch(tools, call);
    expect(outcome.status === 'failed' && outcome.failure.message).toBe('hidden');
  });
});

it('a note without a rewrite leaves the call as it is', async () => {
  const { tools, runs } = subject({ preDispatch: async () => injectContext('note') });
  expect(await dispatch(tools, call)).toMatchObject({ status: 'executed', notes: ['note'] });
  expect(runs[0]?.args).toEqual({ path: 'a' });
});
