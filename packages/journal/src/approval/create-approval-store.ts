import { type ApprovalRequest, canonicalJson } from '@pawl/core';
import type { KeyRing } from '../keys/key-ring.js';
import type { ApprovalBackend, StoredApproval } from './approval-backend.js';
import { ApprovalError, type ApprovalRefusal, refusal } from './approval-refusal.js';
import type { AnswerResult, ApprovalStore, FindResult, UseOptions, UseResult } from './approval-store.js';
import { type ApprovalSubject, checkFits, fitsAsAsked } from './check-fits.js';
import { checkRequest, checkSigned } from './check-signed.js';
import { type ApprovalKeyOf, callKey, keysOf, ofWorker } from './remember-key.js';
import type { SignedApproval } from './signed-approval.js';
import type { SignedApprovalRequest } from './signed-request.js';
import type { SignedApprovalResponse } from './signed-response.js';

/** What a store is made of. */
export interface StoreParts {
  readonly session: string;
  readonly backend: ApprovalBackend;
  readonly keys: KeyRing;
  readonly keyOf: ApprovalKeyOf;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const revoked = (): ApprovalRefusal => refusal('revoked', 'the approval was taken back');
const replayed = (): ApprovalRefusal => refusal('replayed', 'the approval was for one use, and was used');

const notApproved = ({ tool }: ApprovalRequest): ApprovalRefusal =>
  refusal('not-approved', `nobody has approved this call of ${JSON.stringify(tool)}`);

const subjectOf = (request: ApprovalRequest, options: UseOptions): ApprovalSubject => {
  const { worker, cacheable = request.spec.cacheableApproval === true } = options;
  return { request, worker, cacheable };
};

/** An answer under one of the keys of a call, and why it does not cover the call. */
interface Candidate {
  readonly stored: StoredApproval;
  readonly problem: ApprovalRefusal | undefined;
}

const refusedIn = (found: readonly Candidate[]): StoredApproval | undefined =>
  found.find(({ problem, stored }) => problem === undefined && stored.approval.response.answer === 'refuse')?.stored;

class Store implements ApprovalStore {
  readonly session: string;
  readonly keyOf: ApprovalKeyOf;
  readonly #backend: ApprovalBackend;
  readonly #keys: KeyRing;
  readonly #now: () => number;

  constructor({ session, backend, keys, keyOf, now }: StoreParts) {
    this.session = session;
    this.keyOf = keyOf;
    this.#backend = backend;
    this.#keys = keys;
    this.#now = now;
  }

  async ask(request: SignedApprovalRequest): Promise<void> {
    const problem = checkRequest(request, this.#keys) ?? this.#wrongSession(request);
    if (problem !== undefined) throw new ApprovalError(problem);
    if (await this.#backend.addRequest(request)) return;
    throw new ApprovalError(
      refusal('replayed', `a request ${JSON.stringify(request.id)} was issued before: use a new id`),
    );
  }

  #wrongSession(request: SignedApprovalRequest): ApprovalRefusal | undefined {
    if (request.binding.session === this.session) return undefined;
    return refusal('other-session', `the request is not of session ${JSON.stringify(this.session)}`);
  }

  async answer(response: SignedApprovalResponse): Promise<AnswerResult> {
    const id: unknown = response?.requestId;
    const request = typeof id === 'string' ? await this.#backend.findRequest(id) : undefined;
    if (request === undefined) {
      return refusal('unknown-request', `no request ${JSON.stringify(id)} was issued in this session`);
    }
    const approval = { request, response };
    const problem = checkSigned(approval, this.#keys, this.#now());
    if (problem !== undefined) return problem;
    const kept = await this.#backend.addAnswer(approval, keysOf(approval, this.keyOf));
    if (kept.revoked) return revoked();
    return canonicalJson(kept.approval.response) === canonicalJson(response)
      ? { ok: true, approval }
      : refusal('already-answered', `request ${JSON.stringify(id)} was answered before; the first answer stands`);
  }

  async find(request: ApprovalRequest, options: UseOptions = {}): Promise<FindResult> {
    const subject = subjectOf(request, options);
    const found = await this.#candidates(subject);
    const refused = refusedIn(found)?.approval;
    if (refused !== undefined) {
      const { reason } = refused.response;
      return { ok: true, answer: 'refuse', approval: refused, ...(reason === undefined ? {} : { reason }) };
    }
    const approved = found.find(({ problem }) => problem === undefined)?.stored.approval;
    if (approved !== undefined) return { ok: true, answer: 'approve', approval: approved };
    for (const { stored } of found) {
      const { approval } = stored;
      const { args, answer } = approval.response;
      if (args === undefined || this.#problem(stored) !== undefined || !fitsAsAsked(approval, subject)) continue;
      return answer === 'approve' ? { ok: true, answer, approval, args } : { ok: true, answer: 'refuse', approval };
    }
    return found[0]?.problem ?? notApproved(request);
  }

  async use(request: ApprovalRequest, options: UseOptions = {}): Promise<UseResult> {
    const subject = subjectOf(request, options);
    const found = await this.#candidates(subject);
    if (refusedIn(found) !== undefined) return refusal('refused', `a person refused ${JSON.stringify(request.tool)}`);
    // Why the first one did not do is what the reader needs: it is the answer to this very call, if there is one.
    let first: ApprovalRefusal | undefined;
    for (const { stored, problem } of found) {
      const result = problem ?? (await this.#consume(stored, subject));
      if (result.ok) return result;
      first ??= result;
    }
    return first ?? notApproved(request);
  }

  async #candidates(subject: ApprovalSubject): Promise<readonly Candidate[]> {
    const { request, worker } = subject;
    const keys = [callKey(request), this.keyOf(request, 'call'), this.keyOf(request, 'session')];
    const found = await Promise.all(keys.map((key) => this.#backend.find(ofWorker(key, worker))));
    const unique = new Map(found.flat().map((stored) => [stored.approval.request.id, stored]));
    return [...unique.values()].map((stored) => ({
      stored,
      problem: this.#problem(stored) ?? checkFits(stored.approval, subject),
    }));
  }

  #problem({ approval, revoked: isRevoked, used }: StoredApproval): ApprovalRefusal | undefined {
    if (isRevoked) return revoked();
    if (used) return replayed();
    return this.#wrongSession(approval.request) ?? checkSigned(approval, this.#keys, this.#now());
  }

  async #consume({ approval }: StoredApproval, { request, cacheable }: ApprovalSubject): Promise<UseResult> {
    const single = approval.response.scope === 'once' || !cacheable;
    const answer = await this.#backend.consume(approval.request.id, { callId: request.callId, single });
    if (answer === 'consumed') return { ok: true, approved: request, approval };
    if (answer === 'replayed') return replayed();
    return answer === 'revoked' ? revoked() : refusal('unknown-request', 'the approval is not kept any more');
  }

  async remembered(key: string, worker?: string): Promise<SignedApproval | undefined> {
    const found = await this.#backend.find(ofWorker(key, worker));
    const standing = found.filter((stored) => this.#problem(stored) === undefined).map(({ approval }) => approval);
    if (standing.some(({ response }) => response.answer === 'refuse')) return undefined;
    return standing.findLast(({ response }) => response.scope !== 'once');
  }

  revoke(requestId: string, reason?: string): Promise<boolean> {
    return this.#backend.revoke(requestId, reason);
  }

  async revokeAll(reason?: string): Promise<number> {
    const ids = await this.#backend.ids();
    const done = await Promise.all(ids.map((id) => this.#backend.revoke(id, reason)));
    return done.filter((was) => was).length;
  }
}

/** A store over a backend; a journal and Redis differ in the backend alone. */
export const createApprovalStore = (parts: StoreParts): ApprovalStore => new Store(parts);
