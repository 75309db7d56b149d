import type { JournalEvent } from '../event/journal-event.js';
import type { Journal } from '../journal/journal.js';
import type { ApprovalBackend, Consumption, StoredApproval } from './approval-backend.js';
import { isSignedRequest, isSignedResponse } from './approval-shape.js';
import type { SignedApproval } from './signed-approval.js';
import type { SignedApprovalRequest } from './signed-request.js';

/** What the view knows of one request. */
interface Entry {
  readonly request: SignedApprovalRequest;
  approval: SignedApproval | undefined;
  revoked: boolean;
  used: boolean;
}

/** Approvals as the events of a journal tell them. */
export class JournalBackend implements ApprovalBackend {
  readonly #journal: Journal;
  readonly #keysOf: (approval: SignedApproval) => readonly string[];
  readonly #entries = new Map<string, Entry>();
  readonly #index = new Map<string, string[]>();

  constructor(journal: Journal, keysOf: (approval: SignedApproval) => readonly string[]) {
    this.#journal = journal;
    this.#keysOf = keysOf;
  }

  /** Takes in an event; one that it knows already changes nothing. */
  fold(event: JournalEvent): void {
    // Only `ask` and `answer` have looked at what they append; other code may append what it likes.
    if (event.type === 'approval-request' && isSignedRequest(event.data)) this.#open(event.data);
    if (event.type === 'approval-response' && isSignedResponse(event.data)) {
      const entry = this.#entries.get(event.data.requestId);
      if (entry !== undefined) this.#settle(entry, { request: entry.request, response: event.data });
    }
    if (event.type === 'approval-consumed') {
      const entry = this.#entries.get(event.data.requestId);
      if (entry !== undefined && event.data.single) entry.used = true;
    }
    if (event.type === 'approval-revoked') {
      const entry = this.#entries.get(event.data.requestId);
      if (entry !== undefined) entry.revoked = true;
    }
  }

  #open(request: SignedApprovalRequest): boolean {
    if (this.#entries.has(request.id)) return false;
    this.#entries.set(request.id, { request, approval: undefined, revoked: false, used: false });
    return true;
  }

  #settle(entry: Entry, approval: SignedApproval): boolean {
    if (entry.approval !== undefined) return false;
    entry.approval = approval;
    for (const key of this.#keysOf(approval)) {
      const ids = this.#index.get(key) ?? [];
      this.#index.set(key, [...ids, entry.request.id]);
    }
    return true;
  }

  async addRequest(request: SignedApprovalRequest): Promise<boolean> {
    if (!this.#open(request)) return false;
    await this.#journal.append('approval-request', request);
    return true;
  }

  async findRequest(id: string): Promise<SignedApprovalRequest | undefined> {
    return this.#entries.get(id)?.request;
  }

  async addAnswer(approval: SignedApproval): Promise<StoredApproval> {
    const entry = this.#entries.get(approval.request.id);
    if (entry === undefined || entry.revoked) return { approval, revoked: true, used: false };
    if (entry.approval !== undefined) return { ...entry, approval: entry.approval };
    // A yes counts only once it is stored, so it is settled by the event; a second one meanwhile is kept out here.
    await this.#journal.append('approval-response', approval.response);
    return { ...entry, approval: entry.approval ?? approval };
  }

  async find(key: string): Promise<readonly StoredApproval[]> {
    const found: StoredApproval[] = [];
    for (const id of this.#index.get(key) ?? []) {
      const entry = this.#entries.get(id);
      if (entry?.approval !== undefined)
        found.push({ approval: entry.approval, revoked: entry.revoked, used: entry.used });
    }
    return found;
  }

  async consume(
    id: string,
    { callId, single }: { readonly callId: string; readonly single: boolean },
  ): Promise<Consumption> {
    const entry = this.#entries.get(id);
    if (entry?.approval === undefined) return 'unknown';
    if (entry.revoked) return 'revoked';
    if (entry.used) return 'replayed';
    // Marked before it is stored: two that try at once must not both succeed, and a failed write spends it.
    if (single) entry.used = true;
    await this.#journal.append('approval-consumed', { requestId: id, callId, single });
    return 'consumed';
  }

  async revoke(id: string, reason: string | undefined): Promise<boolean> {
    const entry = this.#entries.get(id);
    if (entry === undefined || entry.revoked) return false;
    entry.revoked = true;
    await this.#journal.append('approval-revoked', { requestId: id, ...(reason === undefined ? {} : { reason }) });
    return true;
  }

  async ids(): Promise<readonly string[]> {
    return [...this.#entries.keys()];
  }
}
