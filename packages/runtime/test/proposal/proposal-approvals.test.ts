import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApprovalRequest, requireApproval } from '@pawl/core';
import {
  type ApprovalStore,
  journalApprovals,
  openFileJournal,
  signRequest,
  signResponse,
  verify,
} from '@pawl/journal';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Proposal, type ProposalOptions, runProposal } from '../../src/proposal/index.js';
import { eventsOf, keys, personSigner, signer } from './keys.js';
import { atOnce, fails, inTurn, says, toolsOf } from './tools.js';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'pawl-proposal-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const proposal: Proposal = {
  id: 'p',
  actions: [
    { id: 'read', tool: 'read' },
    { id: 'send', tool: 'send', args: { to: 'all' }, dependsOn: ['read'], onFailure: 'retry' },
  ],
};
const make = (send = says('sent')) =>
  toolsOf(
    { read: says('a mail'), send },
    {
      preDispatch: async ({ tool }) =>
        tool === 'send' ? requireApproval('it leaves the house') : { verdict: 'allow' },
    },
  );

/** A process: it opens the journal and its store anew, and lets both go at its end. */
const inProcess = async <T>(work: (options: ProposalOptions & { readonly approvals: ApprovalStore }) => Promise<T>) => {
  await using journal = await openFileJournal({ directory, session: 's', signer, keys });
  const approvals = await journalApprovals(journal, { keys });
  return await work({ ...atOnce, journal, approvals, session: 's', caller: 'ada' });
};

const answer = async (approvals: ApprovalStore, request: ApprovalRequest, said: { readonly args?: { to: string } }) => {
  const signed = await signRequest(request, { signer });
  await approvals.ask(signed);
  const init = { answer: 'approve', approver: 'mara', signer: personSigner, ...said } as const;
  expect(await approvals.answer(await signResponse(signed, init))).toMatchObject({ ok: true });
};

/** Runs the proposal until it waits, and has it approved; what a store would give back of that. */
const paused = (tools: ReturnType<typeof make>, said: { readonly args?: { to: string } } = {}) =>
  inProcess(async (options) => {
    const result = await runProposal({ executor: tools.executor, proposal, options });
    if (result.status !== 'paused') throw new Error(result.status);
    for (const request of result.pending) await answer(options.approvals, request, said);
    return JSON.parse(JSON.stringify(result.resume));
  });

it('a signed answer lets a proposal go on in another process, with the arguments that were approved', async () => {
  const tools = make();
  const resume = await paused(tools, { args: { to: 'mara' } });
  expect(tools.ran()).toEqual(['p/read#1']);
  await inProcess(async (options) => {
    const done = await runProposal({ executor: tools.executor, proposal, options: { ...options, resume } });
    expect(done).toMatchObject({ status: 'completed', cost: { executed: 2 } });
    expect(tools.calls.map(({ id, args }) => [id, args])).toEqual([
      ['p/read', undefined],
      ['p/send', { to: 'mara' }],
    ]);
    if (options.journal === undefined) throw new Error('no journal');
    const events = await eventsOf(options.journal);
    expect(await verify(events, keys)).toMatchObject({ ok: true });
    const of = (type: string) => events.findIndex((event) => event.type === type);
    const lastStart = events.findLastIndex(({ type, data }) => type === 'decision' && 'verdict' in data);
    expect(events.filter(({ type }) => type === 'approval-consumed')).toMatchObject([{ data: { callId: 'p/send' } }]);
    expect([of('approval-request'), of('approval-response'), of('approval-consumed'), lastStart]).toEqual(
      [of('approval-request'), of('approval-response'), of('approval-consumed'), lastStart].toSorted((a, b) => a - b),
    );
    expect(of('modify')).toBeGreaterThan(of('approval-response'));
  });
});

it('one approval is for one run, which may take several tries', async () => {
  const tools = make(inTurn(fails(), says('sent')));
  const resume = await paused(tools);
  await inProcess(async (options) => {
    await runProposal({ executor: tools.executor, proposal, options: { ...options, resume } });
  });
  expect(tools.ran()).toEqual(['p/read#1', 'p/send#1', 'p/send#2']);
  await inProcess(async (options) => {
    // It is as if what came of it had not been kept: the journal knows that it was started.
    const again = await runProposal({ executor: tools.executor, proposal, options: { ...options, resume } });
    expect(again.actions[1]).toMatchObject({ status: 'failed', failure: { code: 'interrupted', outcome: 'unknown' } });
    // And without it, the store knows that the approval was used.
    const { journal: _, ...without } = options;
    const asks = await runProposal({ executor: tools.executor, proposal, options: { ...without, resume } });
    expect(asks.status).toBe('paused');
  });
  expect(tools.ran()).toEqual(['p/read#1', 'p/send#1', 'p/send#2']);
});

it('one approval is used once by runs that race for it', async () => {
  const tools = make();
  const resume = await paused(tools);
  await inProcess(async ({ journal: _, ...options }) => {
    const race = Array.from({ length: 20 }, () =>
      runProposal({ executor: tools.executor, proposal, options: { ...options, resume } }),
    );
    const ends = (await Promise.all(race)).map(({ status }) => status);
    expect(ends.filter((status) => status === 'completed')).toHaveLength(1);
    expect(ends.filter((status) => status === 'paused')).toHaveLength(19);
  });
  expect(tools.ran()).toEqual(['p/read#1', 'p/send#1']);
});

it('an approval is of no use to an action of the same name in another proposal', async () => {
  const tools = make();
  await paused(tools);
  await inProcess(async (options) => {
    const other = await runProposal({ executor: tools.executor, proposal: { ...proposal, id: 'q' }, options });
    expect(other).toMatchObject({ status: 'paused', pending: [{ callId: 'q/send' }] });
  });
  expect(tools.ran()).toEqual(['p/read#1', 'q/read#1']);
});
