import { describe, expect, it } from 'vitest';
import { approvalStoreCases } from '../../test/approval-store-cases.js';
import { answered, approveIn, asked } from '../../test/approvals.js';
import { agent, keys, mailRequest, temporaryDirectory } from '../../test/fixture.js';
import { collect } from '../../test/written.js';
import { openFileJournal } from '../file/open-file-journal.js';
import { memoryJournal } from '../journal/memory-journal.js';
import { verify } from '../verify/verify.js';
import { journalApprovals } from './journal-approvals.js';

const session = 'chat-42';

approvalStoreCases('in a journal', async () => {
  const journal = memoryJournal({ session, signer: agent.signer, keys });
  return { store: (now = Date.now) => journalApprovals(journal, { keys, now }) };
});

describe('approvals in a journal', () => {
  it('survive a restart, with what was used and what was taken back', async () => {
    const options = { directory: await temporaryDirectory(), session, signer: agent.signer, keys };
    const first = await openFileJournal(options);
    const before = await journalApprovals(first, { keys });
    const waiting = await asked({ callId: 'waiting' });
    await before.ask(waiting);
    await approveIn(before, { request: { callId: 'used' } });
    expect(await before.use(mailRequest({ callId: 'used' }))).toMatchObject({ ok: true });
    await approveIn(before, { request: { callId: 'unused' } });
    const { id } = await approveIn(before, { request: { callId: 'revoked' } });
    await before.revoke(id);
    await first.close();

    const second = await openFileJournal(options);
    const after = await journalApprovals(second, { keys });
    expect(await after.use(mailRequest({ callId: 'used' }))).toMatchObject({ code: 'replayed' });
    expect(await after.use(mailRequest({ callId: 'revoked' }))).toMatchObject({ code: 'revoked' });
    expect(await after.use(mailRequest({ callId: 'unused' }))).toMatchObject({ ok: true });
    expect(await after.answer(await answered(waiting))).toMatchObject({ ok: true });
    expect(await after.use(mailRequest({ callId: 'waiting' }))).toMatchObject({ ok: true });
    await second.close();
  });

  it('are events, each step one of its own', async () => {
    const journal = memoryJournal({ session, signer: agent.signer, keys });
    const store = await journalApprovals(journal, { keys });
    const { id } = await approveIn(store);
    await store.use(mailRequest());
    await store.revoke(id, 'enough');
    const events = await collect(journal.events());
    expect(events.map(({ type }) => type)).toEqual([
      'approval-request',
      'approval-response',
      'approval-consumed',
      'approval-revoked',
    ]);
    expect(await verify(events, keys)).toMatchObject({ ok: true });
  });

  it('believe no answer that got into the journal without a key that may speak for people', async () => {
    const journal = memoryJournal({ session, signer: agent.signer, keys });
    const store = await journalApprovals(journal, { keys });
    const request = await asked();
    await store.ask(request);
    await journal.append('approval-response', await answered(request, { signer: agent.signer }));
    expect(await store.use(mailRequest())).toMatchObject({ code: 'key-not-allowed' });
  });

  it('pass over events that hold no request and no answer', async () => {
    const journal = memoryJournal({ session, signer: agent.signer, keys });
    const none = {} as unknown as Awaited<ReturnType<typeof asked>>;
    await journal.append('approval-request', none);
    await journal.append('approval-response', none as unknown as Awaited<ReturnType<typeof answered>>);
    const store = await journalApprovals(journal, { keys });
    await journal.append('approval-request', none);
    expect(await store.use(mailRequest())).toMatchObject({ code: 'not-approved' });
    await approveIn(store);
    expect(await store.use(mailRequest())).toMatchObject({ ok: true });
  });

  it('are taken back also where that could not be stored', async () => {
    const journal = memoryJournal({ session, signer: agent.signer, keys });
    const store = await journalApprovals(journal, { keys });
    const { id } = await approveIn(store);
    await journal.close();
    await expect(store.revoke(id)).rejects.toMatchObject({ code: 'closed' });
    expect(await store.use(mailRequest())).toMatchObject({ code: 'revoked' });
  });

  it('of another session do not count, though they got into this journal', async () => {
    const journal = memoryJournal({ session, signer: agent.signer, keys });
    const store = await journalApprovals(journal, { keys });
    const request = await asked({ session: 'other' });
    await journal.append('approval-request', request);
    await journal.append('approval-response', await answered(request));
    expect(await store.use(mailRequest({ session: 'other' }))).toMatchObject({ code: 'other-session' });
  });

  it('are spent by a use that could not be stored', async () => {
    const journal = memoryJournal({ session, signer: agent.signer, keys });
    const store = await journalApprovals(journal, { keys });
    await approveIn(store);
    await journal.close();
    await expect(store.use(mailRequest())).rejects.toMatchObject({ code: 'closed' });
    expect(await store.use(mailRequest())).toMatchObject({ code: 'replayed' });
  });

  it('are read along with events that come in meanwhile', async () => {
    const journal = memoryJournal({ session, signer: agent.signer, keys });
    const first = await journalApprovals(journal, { keys });
    const request = await asked();
    await first.ask(request);
    const opening = journalApprovals(journal, { keys });
    await first.answer(await answered(request));
    expect(await (await opening).use(mailRequest())).toMatchObject({ ok: true });
  });
});
