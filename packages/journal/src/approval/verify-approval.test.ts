import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answered, asked } from '../../test/approvals.js';
import { agent, approver, keys, mailRequest, stranger, testClock } from '../../test/fixture.js';
import type { ApprovalRefusalCode } from './approval-refusal.js';
import { requestBytes } from './signed-request.js';
import { responseBytes, type SignedApprovalResponse } from './signed-response.js';
import { verifyApproval } from './verify-approval.js';

const resign = (response: SignedApprovalResponse): SignedApprovalResponse => ({
  ...response,
  sig: Buffer.from(approver.signer.sign(responseBytes(response)) as Uint8Array).toString('base64url'),
});

describe('an approval', () => {
  it('covers the call that was approved, as the gate asks about it now', async () => {
    const request = await asked();
    const now = mailRequest({ reason: 'worded otherwise' });
    const verdict = verifyApproval({ request, response: await answered(request) }, { request: now, keys });
    expect(verdict).toEqual({ ok: true, approved: now });
  });

  it('survives being stored as JSON, with a definition that had undefined members', async () => {
    const spec = { ...mailRequest().spec, title: undefined } as unknown as ReturnType<typeof mailRequest>['spec'];
    const request = JSON.parse(JSON.stringify(await asked({ spec }))) as Awaited<ReturnType<typeof asked>>;
    const response = await answered(request);
    expect(verifyApproval({ request, response }, { request: mailRequest({ spec }), keys })).toMatchObject({ ok: true });
  });

  it('covers no other call, and says which part is another', async () => {
    const request = await asked();
    const response = await answered(request);
    const spec = { ...mailRequest().spec, annotations: { destructiveHint: false } };
    const { args: _, ...absent } = mailRequest();
    const cases: readonly (readonly [ApprovalRefusalCode, ReturnType<typeof mailRequest>])[] = [
      ['other-session', mailRequest({ session: 'other' })],
      ['other-caller', mailRequest({ caller: 'eve' })],
      ['other-tool', mailRequest({ tool: 'send_money' })],
      ['other-call', mailRequest({ callId: 'call-2' })],
      ['definition-changed', mailRequest({ spec })],
      ['arguments-changed', mailRequest({ args: null })],
      ['arguments-changed', mailRequest({ args: {} })],
      ['arguments-changed', absent],
      ['capabilities-grown', mailRequest({ missing: ['mutate-external'] })],
      ['capabilities-grown', mailRequest({ required: ['mutate-external', 'local-read'] })],
      ['capabilities-grown', mailRequest({ sandboxEscalation: true })],
      ['malformed', mailRequest({ args: undefined as unknown as null })],
      ['malformed', mailRequest({ required: ['no such'] as unknown as ['local-read'] })],
    ];
    for (const [code, now] of cases) {
      expect([now, verifyApproval({ request, response }, { request: now, keys })]).toMatchObject([now, { code }]);
    }
    const worker = verifyApproval({ request, response }, { request: mailRequest(), keys, worker: 'w-1' });
    expect(worker).toMatchObject({ code: 'other-worker' });
  });

  it('does not count where either half is signed by somebody who may not', async () => {
    const request = await asked();
    const good = { request, response: await answered(request) };
    const byStranger = await asked({}, { signer: stranger.signer });
    const byPerson = await asked({}, { signer: approver.signer });
    const cases = [
      ['unknown-key', { request: byStranger, response: await answered(byStranger) }],
      ['key-not-allowed', { request: byPerson, response: await answered(byPerson) }],
      ['unknown-key', { ...good, response: await answered(request, { signer: stranger.signer }) }],
      ['key-not-allowed', { ...good, response: await answered(request, { signer: agent.signer }) }],
      ['forged-response', { ...good, response: { ...good.response, sig: request.sig } }],
      ['other-request', { ...good, response: await answered(await asked()) }],
      // The same id, but not the same text.
      ['other-request', { ...good, response: await answered(await asked({ args: {} }, { newId: () => request.id })) }],
      ['other-request', { ...good, response: resign({ ...good.response, requestId: 'another' }) }],
    ] as const;
    for (const [code, approval] of cases) {
      expect(verifyApproval(approval, { request: mailRequest(), keys })).toMatchObject({ ok: false, code });
    }
  });

  it('does not count where any part of it was altered', async () => {
    const request = await asked();
    const response = await answered(request, { reason: 'fine' });
    const text = JSON.stringify({ request, response });
    // Any digit or small letter becomes another one: it stays JSON, and every value is hit sooner or later.
    const places = [...text.matchAll(/[a-z0-9]/g)].map(({ index }) => index);
    fc.assert(
      fc.property(fc.constantFrom(...places), (place) => {
        const was = text.charAt(place);
        const changed = `${text.slice(0, place)}${was === '7' ? '8' : '7'}${text.slice(place + 1)}`;
        let approval: { request: typeof request; response: typeof response };
        try {
          approval = JSON.parse(changed) as typeof approval;
        } catch {
          return;
        }
        expect(verifyApproval(approval, { request: mailRequest(), keys }).ok).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('does not count where the answer is bound to something else than its request', async () => {
    const request = await asked();
    const response = await answered(request);
    const other = resign({ ...response, binding: { ...response.binding, callId: 'call-2' } });
    expect(verifyApproval({ request, response: other }, { request: mailRequest(), keys })).toMatchObject({
      code: 'altered',
    });
    const elsewhere = { ...request, binding: { ...request.binding, callId: 'call-2' } };
    const sig = Buffer.from(agent.signer.sign(requestBytes(elsewhere)) as Uint8Array).toString('base64url');
    const rebound = { ...elsewhere, sig };
    const both = { request: rebound, response: await answered(rebound) };
    expect(verifyApproval(both, { request: mailRequest({ callId: 'call-2' }), keys })).toMatchObject({
      code: 'altered',
    });
    const args = resign({ ...response, args: { to: 'eve@example.org' } });
    expect(verifyApproval({ request, response: args }, { request: mailRequest(), keys })).toMatchObject({
      code: 'altered',
    });
  });

  it('ends at its time, to the millisecond', async () => {
    const { now, pass } = testClock();
    const request = await asked({}, { now, ttlMs: 1_000 });
    const response = await answered(request, { now });
    pass(999);
    expect(verifyApproval({ request, response }, { request: mailRequest(), keys, now })).toMatchObject({ ok: true });
    pass(1);
    expect(verifyApproval({ request, response }, { request: mailRequest(), keys, now })).toMatchObject({
      code: 'expired',
    });
    await expect(asked({}, { ttlMs: 0 })).rejects.toThrow(/ttlMs/);
    await expect(answered(request, { ttlMs: -1 })).rejects.toThrow(/ttlMs/);
  });

  it('is none where the person said no, or where it is no approval at all', async () => {
    const request = await asked();
    const response = await answered(request, { answer: 'refuse' });
    const now = { request: mailRequest(), keys };
    expect(verifyApproval({ request, response }, now)).toMatchObject({ code: 'refused' });
    for (const odd of [
      null,
      {},
      { ...response, v: 2 },
      { ...response, binding: null },
      { ...response, expiresAt: 'x' },
    ]) {
      const approval = { request, response: odd as unknown as SignedApprovalResponse };
      expect(verifyApproval(approval, now)).toMatchObject({ code: 'malformed' });
      expect(verifyApproval({ request: odd as unknown as typeof request, response }, now)).toMatchObject({
        code: 'malformed',
      });
    }
  });
});
