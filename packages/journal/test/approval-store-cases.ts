import { describe, expect, it } from 'vitest';
import { type ApprovalStore, approvalMemoryOf } from '../src/index.js';
import { answered, approveIn, asked } from './approvals.js';
import { agent, approver, mailRequest, stranger } from './fixture.js';

/** Makes stores of the session `chat-42`; two calls share what they keep. */
export interface StoreWorld {
  store(now?: () => number): Promise<ApprovalStore>;
}

/** What every approval store does, wherever it keeps things. */
export const approvalStoreCases = (title: string, world: () => Promise<StoreWorld>): void => {
  const fresh = async (now?: () => number): Promise<ApprovalStore> => (await world()).store(now);

  describe(`${title}: an approval`, () => {
    it('lets the very call run that was approved, once', async () => {
      const store = await fresh();
      expect(await store.use(mailRequest())).toMatchObject({ ok: false, code: 'not-approved' });
      await approveIn(store);
      expect(await store.use(mailRequest())).toMatchObject({ ok: true, approved: mailRequest() });
      expect(await store.use(mailRequest())).toMatchObject({ ok: false, code: 'replayed' });
    });

    it('is used once in fifty tries at the same time', async () => {
      const store = await fresh();
      await approveIn(store);
      const tries = await Promise.all(Array.from({ length: 50 }, () => store.use(mailRequest())));
      expect(tries.filter(({ ok }) => ok)).toHaveLength(1);
      for (const result of tries) if (!result.ok) expect(result.code).toBe('replayed');
    });

    it('of the scope `call` covers the same arguments in later calls, whatever the order of members', async () => {
      const store = await fresh();
      const args = { to: 'mara@example.org', cc: null };
      await approveIn(store, { request: { args }, response: { scope: 'call' } });
      for (const callId of ['call-1', 'call-2', 'call-3']) {
        const same = mailRequest({ callId, args: { cc: null, to: 'mara@example.org' } });
        expect(await store.use(same)).toMatchObject({ ok: true });
      }
      for (const others of [{ to: 'mara@example.org' }, {}, null]) {
        expect(await store.use(mailRequest({ callId: 'call-4', args: others }))).toMatchObject({
          code: 'not-approved',
        });
      }
    });

    it('of the scope `session` covers any arguments, for a tool whose approval may be remembered', async () => {
      const store = await fresh();
      await approveIn(store, { response: { scope: 'session' } });
      const other = mailRequest({ callId: 'call-2', args: { to: 'ada@example.org' } });
      expect(await store.use(other)).toMatchObject({ ok: true });
      expect(await store.use(other, { cacheable: false })).toMatchObject({ code: 'other-call' });
      expect(await store.use(mailRequest(), { cacheable: false })).toMatchObject({ ok: true });
      expect(await store.use(mailRequest(), { cacheable: false })).toMatchObject({ code: 'replayed' });
    });

    it('never covers another caller, tool, definition or worker, nor more power', async () => {
      const store = await fresh();
      await approveIn(store, { response: { scope: 'session' } });
      const spec = { ...mailRequest().spec, description: 'Sends a mail to everybody.' };
      for (const changes of [{ caller: 'eve' }, { tool: 'send_money' }, { spec }]) {
        const result = await store.use(mailRequest({ callId: 'call-2', ...changes }));
        expect(result).toMatchObject({ ok: false, code: 'not-approved' });
      }
      const more = mailRequest({ callId: 'call-2', required: ['mutate-external', 'grant-admin'] });
      expect(await store.use(more)).toMatchObject({ code: 'capabilities-grown' });
      expect(await store.use(mailRequest({ callId: 'call-2' }), { worker: 'w-1' })).toMatchObject({
        code: 'not-approved',
      });
      expect(await store.use(mailRequest({ callId: 'call-2' }))).toMatchObject({ ok: true });
    });

    it('names what changed where the very call was approved otherwise', async () => {
      const store = await fresh();
      await approveIn(store);
      expect(await store.use(mailRequest({ args: {} }))).toMatchObject({ code: 'arguments-changed' });
      const { args: _, ...without } = mailRequest();
      expect(await store.use(without)).toMatchObject({ code: 'arguments-changed' });
      expect(await store.use(mailRequest({ sandboxEscalation: true }))).toMatchObject({ code: 'capabilities-grown' });
      expect(await store.use(mailRequest())).toMatchObject({ ok: true });
    });

    it('with edited arguments covers those and no others', async () => {
      const store = await fresh();
      await approveIn(store, { response: { args: { to: 'desk@example.org' } } });
      expect(await store.use(mailRequest())).toMatchObject({ code: 'arguments-changed' });
      expect(await store.use(mailRequest({ args: { to: 'desk@example.org' } }))).toMatchObject({ ok: true });
    });

    it('is found by looking, which uses nothing', async () => {
      const store = await fresh();
      expect(await store.find(mailRequest())).toMatchObject({ ok: false, code: 'not-approved' });
      await approveIn(store);
      expect(await store.find(mailRequest())).toMatchObject({ ok: true, answer: 'approve' });
      expect(await store.find(mailRequest())).not.toHaveProperty('args');
      expect(await store.find(mailRequest({ args: {} }))).toMatchObject({ code: 'arguments-changed' });
      expect(await store.find(mailRequest(), { worker: 'w-1' })).toMatchObject({ code: 'not-approved' });
      expect(await store.use(mailRequest())).toMatchObject({ ok: true });
      expect(await store.find(mailRequest())).toMatchObject({ code: 'replayed' });
    });

    it('is found with the arguments that a person edited, for the very call that was asked about', async () => {
      const store = await fresh();
      const args = { to: 'desk@example.org' };
      await approveIn(store, { response: { args, scope: 'call' } });
      expect(await store.find(mailRequest())).toMatchObject({ ok: true, answer: 'approve', args });
      expect(await store.find(mailRequest({ callId: 'call-2' }))).toMatchObject({ code: 'not-approved' });
      const same = await store.find(mailRequest({ args }));
      expect(same).toMatchObject({ ok: true, answer: 'approve' });
      expect(same).not.toHaveProperty('args');
      expect(await store.find(mailRequest({ args: { to: 'eve@example.org' } }))).toMatchObject({ ok: false });
    });

    it('is not found where a person said no, and the reason is', async () => {
      const store = await fresh();
      await approveIn(store, { response: { answer: 'refuse', reason: 'not today' } });
      expect(await store.find(mailRequest())).toMatchObject({ ok: true, answer: 'refuse', reason: 'not today' });
    });

    it('counts no longer than it says', async () => {
      let now = Date.now();
      const store = await fresh(() => now);
      const clock = (): number => now;
      await approveIn(store, { signing: { now: clock, ttlMs: 1_000 }, response: { scope: 'call', ttlMs: 5_000 } });
      now += 4_999;
      expect(await store.use(mailRequest({ callId: 'call-2' }))).toMatchObject({ ok: true });
      now += 1;
      expect(await store.use(mailRequest({ callId: 'call-3' }))).toMatchObject({ code: 'expired' });
      const late = await asked({ callId: 'call-9' }, { now: clock, ttlMs: 1_000 });
      await store.ask(late);
      now += 1_000;
      const response = await answered(late, { now: clock, ttlMs: 60_000 });
      expect(await store.answer(response)).toMatchObject({ ok: false, code: 'expired' });
    });
  });

  describe(`${title}: a refusal`, () => {
    it('counts before any approval', async () => {
      const store = await fresh();
      await approveIn(store, { response: { scope: 'session' } });
      await approveIn(store, { request: { callId: 'call-2' }, response: { answer: 'refuse' } });
      expect(await store.use(mailRequest({ callId: 'call-2' }))).toMatchObject({ code: 'refused' });
      expect(await store.use(mailRequest({ callId: 'call-3' }))).toMatchObject({ ok: true });
    });

    it('may be remembered for the arguments or the tool', async () => {
      const store = await fresh();
      await approveIn(store, { response: { answer: 'refuse', scope: 'call' } });
      expect(await store.use(mailRequest({ callId: 'call-2' }))).toMatchObject({ code: 'refused' });
      expect(await store.use(mailRequest({ callId: 'call-3', args: {} }))).toMatchObject({ code: 'not-approved' });
    });
  });

  describe(`${title}: an answer`, () => {
    it('is taken for a request that was asked here, from a key that may speak for people', async () => {
      const store = await fresh();
      const request = await asked();
      expect(await store.answer(await answered(request))).toMatchObject({ code: 'unknown-request' });
      await store.ask(request);
      const good = await answered(request);
      expect(await store.answer(await answered(request, { signer: agent.signer }))).toMatchObject({
        code: 'key-not-allowed',
      });
      expect(await store.answer(await answered(request, { signer: stranger.signer }))).toMatchObject({
        code: 'unknown-key',
      });
      expect(await store.answer({ ...good, scope: 'session' })).toMatchObject({ code: 'forged-response' });
      expect(await store.answer({ ...good, answer: 'maybe' as 'approve' })).toMatchObject({ code: 'malformed' });
      expect(await store.answer(null as unknown as typeof good)).toMatchObject({ code: 'unknown-request' });
      expect(await store.use(mailRequest())).toMatchObject({ code: 'not-approved' });
      expect(await store.answer(good)).toMatchObject({ ok: true });
    });

    it('stands: the same again changes nothing, another one is refused', async () => {
      const store = await fresh();
      const request = await asked();
      await store.ask(request);
      const no = await answered(request, { answer: 'refuse' });
      expect(await store.answer(no)).toMatchObject({ ok: true });
      expect(await store.answer(no)).toMatchObject({ ok: true });
      expect(await store.answer(await answered(request))).toMatchObject({ code: 'already-answered' });
      expect(await store.use(mailRequest())).toMatchObject({ code: 'refused' });
    });

    it('to a request of an id that was used before is not even asked for', async () => {
      const store = await fresh();
      await store.ask(await asked({}, { newId: () => 'same' }));
      const second = await asked({ callId: 'call-2' }, { newId: () => 'same' });
      await expect(store.ask(second)).rejects.toMatchObject({ code: 'replayed' });
    });

    it('is not asked for on a request that is forged, altered or of another session', async () => {
      const store = await fresh();
      const request = await asked();
      const altered = { ...request, expiresAt: '2999-01-01T00:00:00.000Z' };
      await expect(store.ask(altered)).rejects.toMatchObject({ code: 'forged-request' });
      await expect(store.ask(await asked({}, { signer: approver.signer }))).rejects.toMatchObject({
        code: 'key-not-allowed',
      });
      await expect(store.ask(await asked({ session: 'other' }))).rejects.toMatchObject({ code: 'other-session' });
    });
  });

  describe(`${title}: what is taken back`, () => {
    it('counts no more, for every store at once', async () => {
      const both = await world();
      const [first, second] = [await both.store(), await both.store()];
      const { id } = await approveIn(first, { response: { scope: 'session' } });
      expect(await first.use(mailRequest({ callId: 'call-2' }))).toMatchObject({ ok: true });
      expect(await second.revoke(id, 'changed my mind')).toBe(true);
      expect(await second.revoke(id)).toBe(false);
      expect(await first.use(mailRequest({ callId: 'call-3' }))).toMatchObject({ code: 'revoked' });
    });

    it('may be a request that nobody has answered yet', async () => {
      const store = await fresh();
      const request = await asked();
      await store.ask(request);
      expect(await store.revoke(request.id)).toBe(true);
      expect(await store.revoke('no such')).toBe(false);
      expect(await store.answer(await answered(request))).toMatchObject({ code: 'revoked' });
    });

    it('may be everything', async () => {
      const store = await fresh();
      await approveIn(store);
      await approveIn(store, { request: { callId: 'call-2' }, response: { scope: 'session' } });
      expect(await store.revokeAll()).toBe(2);
      expect(await store.use(mailRequest())).toMatchObject({ code: 'revoked' });
      expect(await store.use(mailRequest({ callId: 'call-3' }))).toMatchObject({ code: 'revoked' });
    });
  });

  describe(`${title}: as the memory of an approval cache`, () => {
    it('recalls what a person chose to have remembered, until it is taken back', async () => {
      const store = await fresh();
      const memory = approvalMemoryOf(store);
      const key = store.keyOf(mailRequest(), 'call');
      expect(await memory.recall(key)).toBeUndefined();
      await approveIn(store, { response: { scope: 'call' } });
      await approveIn(store, { request: { callId: 'call-2' }, response: { scope: 'call' } });
      expect(await memory.recall(key)).toEqual({ key, required: ['mutate-external'] });
      expect(await memory.recall(store.keyOf(mailRequest(), 'session'))).toBeUndefined();
      await memory.revoke(mailRequest({ callId: 'call-9' }));
      expect(await memory.recall(key)).toBeUndefined();
    });

    it('remembers nothing without a signed answer', async () => {
      const store = await fresh();
      const memory = approvalMemoryOf(store);
      await memory.remember(mailRequest(), 'once');
      await expect(memory.remember(mailRequest(), 'session')).rejects.toMatchObject({ code: 'not-approved' });
      await approveIn(store, { response: { scope: 'session' } });
      await memory.remember(mailRequest(), 'session');
    });

    it('keeps the approvals of parent and workers apart', async () => {
      const store = await fresh();
      const memory = approvalMemoryOf(store);
      const key = store.keyOf(mailRequest(), 'session');
      await approveIn(store, { response: { scope: 'session' } });
      const worker = memory.forWorker('w-1');
      expect(memory.worker('w-1')).toBe(worker);
      expect(await worker.recall(key)).toBeUndefined();
      await memory.clear('chat-42');
      await approveIn(store, { signing: { worker: 'w-1' }, response: { scope: 'session' } });
      expect(await worker.recall(key)).toMatchObject({ key });
      expect(await memory.recall(key)).toBeUndefined();
      expect(await memory.forWorker('w-2').recall(key)).toBeUndefined();
      await memory.clear('other');
      expect(await worker.recall(key)).toMatchObject({ key });
      await memory.clear('chat-42');
      expect(await worker.recall(key)).toBeUndefined();
    });
  });
};
