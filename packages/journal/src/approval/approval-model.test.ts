import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answered, asked } from '../../test/approvals.js';
import { agent, keys, mailRequest } from '../../test/fixture.js';
import { memoryJournal } from '../journal/memory-journal.js';
import { verify } from '../verify/verify.js';
import type { ApprovalStore } from './approval-store.js';
import { journalApprovals } from './journal-approvals.js';
import type { SignedApprovalRequest } from './signed-request.js';

const calls = ['a', 'b', 'c'] as const;
type Call = (typeof calls)[number];

const call = fc.constantFrom(...calls);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('use' as const), call }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      call,
      answer: fc.constantFrom('approve' as const, 'refuse' as const),
      scope: fc.constantFrom('once' as const, 'call' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('revoke' as const), call }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
);

/** What became of the one request for each call, told as plainly as can be. */
interface Told {
  answer?: 'approve' | 'refuse';
  scope?: 'once' | 'call';
  revoked?: true;
  used?: true;
}

const standing = ({ answer, revoked, used }: Told): boolean => answer !== undefined && !revoked && !used;

/** All calls have the same arguments, so what has the scope `call` reaches all of them. */
const mayRun = (told: ReadonlyMap<Call, Told>, id: Call): Call | undefined => {
  const reaching = calls.filter((other) => {
    const one = told.get(other);
    return one !== undefined && standing(one) && (other === id || one.scope === 'call');
  });
  if (reaching.some((other) => told.get(other)?.answer === 'refuse')) return undefined;
  return reaching.includes(id) ? id : reaching[0];
};

describe('any history of approvals', () => {
  it('lets run what a plain account of it lets run, restarts or not', async () => {
    const requests = new Map<Call, SignedApprovalRequest>();
    for (const id of calls) requests.set(id, await asked({ callId: id }));
    const requestOf = (id: Call): SignedApprovalRequest => requests.get(id) as SignedApprovalRequest; // all were just made
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const journal = memoryJournal({ session: 'chat-42', signer: agent.signer, keys });
        let store: ApprovalStore = await journalApprovals(journal, { keys });
        const told = new Map<Call, Told>(calls.map((id) => [id, {}]));
        for (const id of calls) await store.ask(requestOf(id));
        for (const { kind, ...rest } of steps) {
          if (kind === 'restart') store = await journalApprovals(journal, { keys });
          if (!('call' in rest)) continue;
          const one = told.get(rest.call) ?? {};
          if (kind === 'revoke') {
            await store.revoke(requestOf(rest.call).id);
            one.revoked = true;
          }
          if (kind === 'answer' && 'answer' in rest) {
            const { answer, scope } = rest;
            const taken = await store.answer(await answered(requestOf(rest.call), { answer, scope }));
            const isFirst = one.answer === undefined && one.revoked === undefined;
            // The clock runs on between two answers, so a second one is another one.
            if (isFirst) expect(taken.ok).toBe(true);
            if (isFirst) Object.assign(one, { answer, scope });
          }
          if (kind === 'use') {
            const by = mayRun(told, rest.call);
            const result = await store.use(mailRequest({ callId: rest.call }));
            expect([rest.call, result.ok]).toEqual([rest.call, by !== undefined]);
            const spent = by === undefined ? undefined : told.get(by);
            if (spent?.scope === 'once') spent.used = true;
          }
        }
        expect(await verify(journal.events(), keys)).toMatchObject({ ok: true });
      }),
      { numRuns: 150 },
    );
  });
});
