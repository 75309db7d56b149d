import { randomUUID } from 'node:crypto';
import { createClient } from 'redis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { approvalStoreCases } from '../../test/approval-store-cases.js';
import { answered, approveIn, asked } from '../../test/approvals.js';
import { bundledChildren, startChild } from '../../test/child.js';
import { agent, approver, keys, mailRequest } from '../../test/fixture.js';
import { collect } from '../../test/written.js';
import type { ApprovalStore } from '../approval/approval-store.js';
import { memoryJournal } from '../journal/memory-journal.js';
import { redisApprovals } from './redis-approvals.js';

const url = process.env['PAWL_REDIS_URL'];

describe('Redis', () => {
  let client: ReturnType<typeof createClient>;
  let other: ReturnType<typeof createClient>;
  const script = bundledChildren('use-approval');

  beforeAll(async () => {
    if (url === undefined) return;
    client = createClient({ url });
    other = createClient({ url });
    await Promise.all([client.connect(), other.connect()]);
  });
  afterAll(async () => {
    if (url !== undefined) await Promise.all([client.close(), other.close()]);
  });
  beforeEach(({ skip }) => skip(url === undefined, 'no PAWL_REDIS_URL: npm run test:services starts a server'));

  const session = 'chat-42';
  const newPrefix = (): string => `test:${randomUUID()}:`;
  const storeAt = (prefix: string, options: { readonly now?: () => number } = {}): ApprovalStore =>
    redisApprovals({ client, session, keys, prefix, ...options });

  approvalStoreCases('in Redis', async () => {
    const prefix = newPrefix();
    let stores = 0;
    return {
      // Every second store is on a connection of its own, so what they share is in the server.
      store: async (now = Date.now) =>
        redisApprovals({ client: stores++ % 2 === 0 ? client : other, session, keys, prefix, now }),
    };
  });

  it('lets one of fifty tries from two processes run', async () => {
    const prefix = newPrefix();
    await approveIn(storeAt(prefix));
    const url_ = url ?? '';
    const request = JSON.stringify(mailRequest());
    const args = [url_, prefix, agent.publicPem, approver.publicPem, request, '25'] as const;
    const children = [startChild(script('use-approval'), ...args), startChild(script('use-approval'), ...args)];
    for (const child of children) expect(await child.line()).toBe('ready');
    for (const child of children) child.process.stdin?.end();
    const said = await Promise.all(children.map((child) => child.line()));
    const results = said.join(' ').split(' ');
    expect(results).toHaveLength(50);
    expect(results.filter((result) => result === 'ok')).toHaveLength(1);
    expect(results.filter((result) => result === 'replayed')).toHaveLength(49);
    await Promise.all(children.map((child) => child.end()));
  });

  it('shows a revocation to another process’s next use', async () => {
    const prefix = newPrefix();
    const { id } = await approveIn(storeAt(prefix), { response: { scope: 'session' } });
    const elsewhere = redisApprovals({ client: other, session, keys, prefix });
    expect(await elsewhere.use(mailRequest({ callId: 'a' }))).toMatchObject({ ok: true });
    await storeAt(prefix).revoke(id);
    expect(await elsewhere.use(mailRequest({ callId: 'b' }))).toMatchObject({ code: 'revoked' });
  });

  it('believes nothing that somebody wrote into it without the keys', async () => {
    const prefix = newPrefix();
    const store = storeAt(prefix);
    const request = await asked();
    await store.ask(request);
    const [key = ''] = await client.keys(`${prefix}*`);
    const forged = await answered(request, { signer: agent.signer });
    const ids = JSON.stringify([request.id]);
    const { callKey } = await import('../approval/remember-key.js');
    await client.hSet(key, `a:${request.id}`, JSON.stringify({ request, response: forged }));
    await client.hSet(key, `k:${callKey(mailRequest())}`, ids);
    expect(await store.use(mailRequest())).toMatchObject({ code: 'key-not-allowed' });
    await client.hSet(key, `a:${request.id}`, '{"request":1}');
    expect(await store.use(mailRequest())).toMatchObject({ code: 'not-approved' });
  });

  it('keeps a session in one key that goes some time after its last approval', async () => {
    const prefix = newPrefix();
    const store = storeAt(prefix);
    await approveIn(store, { signing: { ttlMs: 60_000 } });
    const [key = '', ...more] = await client.keys(`${prefix}*`);
    expect(more).toEqual([]);
    const day = 86_400_000;
    expect(await client.pTTL(key)).toBeGreaterThan(day);
    expect(await client.pTTL(key)).toBeLessThanOrEqual(day + 60_000);
    await approveIn(store, { request: { callId: 'b' }, response: { scope: 'session', ttlMs: 3_600_000 } });
    expect(await client.pTTL(key)).toBeGreaterThan(day + 3_500_000);
    await store.use(mailRequest());
    await client.del(key);
    expect(await store.use(mailRequest())).toMatchObject({ code: 'not-approved' });
  });

  it('writes every step to a journal too, where there is one', async () => {
    const journal = memoryJournal({ session, signer: agent.signer, keys });
    const store = redisApprovals({ client, session, keys, prefix: newPrefix(), journal });
    const { id } = await approveIn(store);
    await store.use(mailRequest());
    await store.use(mailRequest());
    await store.revoke(id);
    expect((await collect(journal.events())).map(({ type }) => type)).toEqual([
      'approval-request',
      'approval-response',
      'approval-consumed',
      'approval-revoked',
    ]);
  });
});
