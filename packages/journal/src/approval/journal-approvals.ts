import type { JournalEvent } from '../event/journal-event.js';
import type { Journal } from '../journal/journal.js';
import type { KeyRing } from '../keys/key-ring.js';
import type { ApprovalStore } from './approval-store.js';
import { createApprovalStore } from './create-approval-store.js';
import { JournalBackend } from './journal-backend.js';
import { type ApprovalKeyOf, keysOf, rememberKey } from './remember-key.js';
import type { SignedApproval } from './signed-approval.js';

/** What a view of approvals needs. */
export interface ApprovalsOptions {
  /** The keys that requests and answers are verified with. */
  readonly keys: KeyRing;
  /** Names what a remembered approval covers. Default: `rememberKey`; pass an approval cache's own to share its keys. */
  readonly keyOf?: ApprovalKeyOf;
  /** Milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: () => number;
}

/**
 * The approvals of a journal's session, as a view over its events: what is stored survives with the journal, and a
 * restart loses none.
 *
 * @throws {JournalError} `corrupt` where the events cannot be read.
 * @example
 * ```ts
 * const approvals = await journalApprovals(journal, { keys });
 * await approvals.ask(await signRequest(outcome.request, { signer }));
 * ```
 */
export const journalApprovals = async (journal: Journal, options: ApprovalsOptions): Promise<ApprovalStore> => {
  const { keys, keyOf = rememberKey, now = Date.now } = options;
  const backend = new JournalBackend(journal, (approval: SignedApproval) => keysOf(approval, keyOf));
  // What is appended while the past is read waits for it, since an answer means nothing before its request.
  const meanwhile: JournalEvent[] = [];
  let take = (event: JournalEvent): void => {
    meanwhile.push(event);
  };
  journal.subscribe((event) => take(event));
  for await (const event of journal.events()) backend.fold(event);
  for (const event of meanwhile) backend.fold(event);
  take = (event) => backend.fold(event);
  return createApprovalStore({ session: journal.session, backend, keys, keyOf, now });
};
