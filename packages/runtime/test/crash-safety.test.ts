import { generateKeyPairSync } from 'node:crypto';
import { canonicalJson } from '@pawl/core';
import {
  ed25519Signer,
  type Journal,
  journalApprovals,
  keyRing,
  memoryJournal,
  signRequest,
  signResponse,
  verify,
} from '@pawl/journal';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decisionsOf,
  type Message,
  type PersonDecision,
  runTurn,
  type StartedCall,
  scriptedModel,
  type ToolMessage,
  type TurnLog,
} from '../src/index.js';
import { call, tools, user } from './tools.js';

const results = (all: readonly Message[]): readonly ToolMessage[] =>
  all.filter((message): message is ToolMessage => message.role === 'tool');
const messages = [user('go')];

const pair = () => generateKeyPairSync('ed25519');
const [agentPair, personPair] = [pair(), pair()];
const signer = ed25519Signer(agentPair.privateKey);
const personSigner = ed25519Signer(personPair.privateKey);
const keys = keyRing([
  { key: agentPair.publicKey, uses: ['journal'] },
  { key: personPair.publicKey, uses: ['approval'] },
]);
const newJournal = (): Journal => memoryJournal({ session: 's', signer, keys });

const eventsOf = async (journal: Journal) => {
  const all = [];
  for await (const event of journal.events()) all.push(event);
  return all;
};

describe('a turn with a journal', () => {
  it('pauses, is answered by a signed approval that may edit, and goes on from the journal', async () => {
    const journal = newJournal();
    const approvals = await journalApprovals(journal, { keys });
    const { executor, ran } = tools();
    const options = { journal, approvals, session: 's', caller: 'ada' };
    const calls = [call('1', 'free'), call('2', 'ask', { to: 'a' }), call('3', 'ask', { to: 'c' })];
    const paused = await runTurn({ model: scriptedModel([{ toolCalls: calls }]), executor, messages, options });
    for (const { id, request } of paused.pendingApprovals) {
      const signed = await signRequest(request, { signer });
      await approvals.ask(signed);
      const said =
        id === '2'
          ? ({ answer: 'approve', args: { to: 'b' } } as const)
          : ({ answer: 'refuse', reason: 'no' } as const);
      const answer = await signResponse(signed, { ...said, approver: 'mara', signer: personSigner });
      expect(await approvals.answer(answer)).toMatchObject({ ok: true });
    }
    const done = await runTurn({
      model: scriptedModel([{ text: 'ok' }]),
      executor,
      messages: paused.messages,
      options,
    });
    expect(results(done.messages).map(({ status }) => status)).toEqual(['executed', 'executed', 'refused']);
    expect(ran.map(({ args }) => args)).toEqual([undefined, { to: 'b' }]);
    const events = await eventsOf(journal);
    expect(await verify(events, keys)).toMatchObject({ ok: true });
    const told = events.map(({ type, data }) => [type, 'callId' in data ? data.callId : '']);
    expect(told.filter(([type]) => type === 'call')).toHaveLength(3);
    expect(
      told
        .filter(([type]) => type === 'result')
        .map(([, id]) => id)
        .sort(),
    ).toEqual(['1', '2', '3']);
    expect(told.filter(([type]) => type === 'modify')).toEqual([['modify', '2']]);
    const start = events.findIndex(
      ({ type, data }) => type === 'decision' && 'verdict' in data && data.verdict === 'allow',
    );
    const consumed = told.findIndex(([type]) => type === 'approval-consumed');
    expect(consumed).toBeGreaterThan(0);
    expect(start).toBeGreaterThan(consumed);
  });

  it('holds the start of a call before the tool runs, and does not run it again where it has no result', async () => {
    const journal = newJournal();
    const seen: number[] = [];
    const { executor, ran } = tools({
      execute: async (one) => {
        ran.push(one);
        seen.push(
          (await eventsOf(journal)).filter(
            ({ type, data }) => type === 'decision' && 'verdict' in data && data.verdict === 'allow',
          ).length,
        );
        throw new Error('down');
      },
    });
    const kept: Message[] = [...messages];
    const onMessage = (message: Message) => {
      if (message.role === 'tool') throw new Error('the process is dead');
      kept.push(message);
    };
    const calls = [call('1', 'free'), call('2', 'idem'), call('3', 'look')];
    const dead = runTurn({
      model: scriptedModel([{ toolCalls: calls }]),
      executor,
      messages,
      options: { journal, onMessage },
    });
    await expect(dead).rejects.toMatchObject({ code: 'not-kept' });
    expect(seen).toEqual([3, 3, 3]);
    const result = await runTurn({
      model: scriptedModel([{ text: 'ok' }]),
      executor,
      messages: kept,
      options: { journal },
    });
    expect(results(result.messages).map(({ status }) => status)).toEqual(['unknown', 'failed', 'failed']);
    expect(results(result.messages)[0]?.output).toMatch(/may have run/);
    expect(ran.map(({ tool, attempt }) => [tool, attempt])).toEqual([
      ['free', 1],
      ['idem', 1],
      ['look', 1],
      ['idem', 2],
      ['look', 2],
    ]);
    const attempts = (await eventsOf(journal)).flatMap(({ type, data }) =>
      type === 'call' && 'attempt' in data ? [data.attempt] : [],
    );
    expect(attempts).toEqual([1, 1, 1, 2, 2]);
  });

  it('never says that nothing ran of a call that was started before and may not run again now', async () => {
    const log: TurnLog = { started: async () => {}, find: async () => [{ callId: '1', attempt: 1 }] };
    const open = [...messages, { role: 'assistant', toolCalls: [call('1', 'idem')] } as const];
    const { executor, ran } = tools({ preDispatch: async () => ({ verdict: 'deny', reason: 'closed' }) });
    const model = scriptedModel([{ text: 'ok' }]);
    const result = await runTurn({ model, executor, messages: open, options: { log } });
    expect(results(result.messages)).toMatchObject([{ status: 'unknown', code: 'interrupted' }]);
    expect(ran).toEqual([]);
  });

  it('starts nothing where the start cannot be kept', async () => {
    const journal = newJournal();
    await journal.close();
    const { executor, ran } = tools();
    const model = scriptedModel([{ toolCalls: [call('1', 'free')] }]);
    await expect(runTurn({ model, executor, messages, options: { journal } })).rejects.toMatchObject({
      code: 'not-kept',
    });
    expect(ran).toEqual([]);
  });

  it('records redactions by rule and count, and never the secret', async () => {
    const journal = newJournal();
    const { executor } = tools({
      postDispatch: async (_call, outcome) =>
        outcome instanceof Error
          ? outcome
          : { ...outcome, output: '[key]', redactions: [{ rule: 'key', path: '/sk-secret' }] },
    });
    await runTurn({
      model: scriptedModel([{ toolCalls: [call('1', 'free')] }, { text: 'ok' }]),
      executor,
      messages,
      options: { journal },
    });
    const events = await eventsOf(journal);
    expect(events.find(({ type }) => type === 'redaction')?.data).toMatchObject({ rules: [{ rule: 'key', count: 1 }] });
    expect(JSON.stringify(events)).not.toContain('sk-secret');
  });
});

/** What survives a crash, and a process that dies at the n-th step that it makes durable. */
const world = () => {
  const saved = {
    messages: [...messages] as Message[],
    started: new Map<string, number>(),
    spent: new Set<PersonDecision>(),
  };
  const mortal = (lifetime: number) => {
    let left = lifetime;
    const durable = (write: () => void): void => {
      if (left-- <= 0) throw new Error('dead');
      write();
    };
    const log: TurnLog = {
      started: async (calls: readonly StartedCall[]) =>
        durable(() => {
          for (const { callId, attempt } of calls) saved.started.set(callId, attempt);
        }),
      find: async (ids) =>
        ids.flatMap((callId) =>
          saved.started.has(callId) ? [{ callId, attempt: saved.started.get(callId) ?? 1 }] : [],
        ),
    };
    const spend = async (decision: PersonDecision): Promise<boolean> => {
      let first = false;
      durable(() => {
        first = !saved.spent.has(decision);
        saved.spent.add(decision);
      });
      return first;
    };
    const onMessage = async (message: Message): Promise<void> =>
      durable(() => saved.messages.push(JSON.parse(JSON.stringify(message))));
    return { log, spend, onMessage };
  };
  return { saved, mortal };
};

const names = ['free', 'other', 'ask', 'ask-cacheable', 'web', 'send', 'idem', 'look', 'gone'] as const;
const batches = fc.array(
  fc.array(fc.record({ tool: fc.constantFrom(...names), args: fc.constantFrom({ a: 1 }, { a: 2 }) }), {
    minLength: 1,
    maxLength: 4,
  }),
  { minLength: 1, maxLength: 3 },
);

describe('over crashes between any two steps', () => {
  it('nothing runs twice that is not harmless, each call has one result, and nothing runs that a person must decide', async () => {
    const answers = fc.infiniteStream(fc.constantFrom('approve', 'refuse', 'edit'));
    const lives = fc.infiniteStream(fc.nat({ max: 6 }));
    const orders = fc.infiniteStream(fc.nat({ max: 3 }));
    await fc.assert(
      fc.asyncProperty(batches, answers, lives, orders, async (proposed, answer, life, order) => {
        const { saved, mortal } = world();
        const { executor, ran } = tools({
          execute: async (one) => {
            ran.push(one);
            for (let turns = order.next().value ?? 0; turns > 0; turns--) await Promise.resolve();
            return { output: 'x' };
          },
        });
        const script = proposed.map((batch, b) => ({
          toolCalls: batch.map(({ tool, args }, c) => call(`${b}.${c}`, tool, args)),
        }));
        const decisions: PersonDecision[] = [];
        let done = false;
        for (let run = 0; run < 60 && !done; run++) {
          const { log, spend, onMessage } = mortal(run > 40 ? 1_000 : (life.next().value ?? 0));
          const at = saved.messages.filter(({ role }) => role === 'assistant').length;
          const model = scriptedModel([...script.slice(at), { text: 'done' }]);
          const before = ran.length;
          const options = { log, onMessage, approvals: decisionsOf(decisions, { spend }) };
          const executing = runTurn({ model, executor, messages: saved.messages, options });
          const result = await executing.catch(() => undefined);
          if (result?.status === 'paused') {
            const open = result.messages.findLast((message) => message.role === 'assistant')?.toolCalls ?? [];
            expect(ran.slice(before).filter(({ id }) => open.some((one) => one.id === id))).toEqual([]);
            for (const { request } of result.pendingApprovals) {
              const said = answer.next().value;
              decisions.push(
                said === 'refuse'
                  ? { request, answer: 'refuse' }
                  : { request, answer: 'approve', ...(said === 'edit' ? { args: { a: 3 } } : {}) },
              );
            }
          }
          done = result?.status === 'completed' || result?.status === 'stopped';
        }
        expect(done).toBe(true);
        const harmless = (tool: string) => tool === 'idem' || tool === 'look';
        const once = ran.filter(({ tool }) => !harmless(tool)).map(({ id }) => id);
        expect(new Set(once).size).toBe(once.length);
        const ids = saved.messages.flatMap((message) =>
          message.role === 'assistant' ? (message.toolCalls ?? []).map(({ id }) => id) : [],
        );
        expect(
          results(saved.messages)
            .map(({ callId }) => callId)
            .sort(),
        ).toEqual([...ids].sort());
        for (const one of ran.filter(({ tool }) => tool.startsWith('ask'))) {
          const approved = decisions.filter(
            ({ request, answer: said }) => request.callId === one.id && said === 'approve',
          );
          expect(approved.map(({ request, args }) => canonicalJson(args ?? request.args))).toContain(
            canonicalJson(one.args),
          );
        }
        for (const { callId } of results(saved.messages).filter(({ status }) => status === 'refused'))
          expect(once).not.toContain(callId);
      }),
      { numRuns: 200 },
    );
  });
});
