import type { ApprovalRequest, Capability } from '@pawl/core';
import { ApprovalError } from './approval-refusal.js';
import type { ApprovalStore } from './approval-store.js';
import type { RememberedScope } from './remember-key.js';
import type { ApprovalScope } from './signed-response.js';

/** A yes as an approval cache reads it. */
export interface RememberedApproval {
  /** The key that it was asked for. */
  readonly key: string;
  /** What the tool required when the person said yes. */
  readonly required: readonly Capability[];
}

/** What the approval cache of `@pawl/decorators` takes as its memory. */
export interface ApprovalMemoryView {
  /**
   * Makes sure that a yes is kept. Only a signed answer makes one, so this adds nothing.
   *
   * @throws {ApprovalError} `not-approved` where no signed answer says so.
   */
  remember(request: ApprovalRequest, scope: ApprovalScope): Promise<void>;
  /** What is kept under a key, if it still counts. */
  recall(key: string): Promise<RememberedApproval | undefined>;
  /** Takes back what would cover this request, whatever its scope. */
  revoke(request: ApprovalRequest): Promise<void>;
  /** Takes back everything of the session; of another session there is nothing here. */
  clear(session: string | undefined): Promise<void>;
  /** The approvals of a worker, none of them its parent's. Name workers by the id of their delegation: it is never used twice. */
  forWorker(workerId: string): ApprovalMemoryView;
  /** What `forWorker` last gave for this id. */
  worker(workerId: string): ApprovalMemoryView | undefined;
}

const scopes: readonly RememberedScope[] = ['call', 'session'];

const viewOf = (store: ApprovalStore, worker: string | undefined): ApprovalMemoryView => {
  const workers = new Map<string, ApprovalMemoryView>();
  return Object.freeze<ApprovalMemoryView>({
    remember: async (request, scope) => {
      if (scope === 'once') return;
      if ((await store.remembered(store.keyOf(request, scope), worker)) !== undefined) return;
      throw new ApprovalError({
        code: 'not-approved',
        message: `no signed answer lets ${JSON.stringify(request.tool)} be remembered: hand the person's to \`answer\` first`,
      });
    },
    recall: async (key) => {
      const approval = await store.remembered(key, worker);
      return approval === undefined ? undefined : { key, required: approval.request.request.required };
    },
    revoke: async (request) => {
      for (const scope of scopes) {
        const key = store.keyOf(request, scope);
        for (let kept = await store.remembered(key, worker); kept !== undefined; ) {
          await store.revoke(kept.request.id);
          kept = await store.remembered(key, worker);
        }
      }
    },
    clear: async (session) => {
      if (session === store.session) await store.revokeAll();
    },
    forWorker: (workerId) => {
      const view = viewOf(store, worker === undefined ? workerId : `${worker}/${workerId}`);
      workers.set(workerId, view);
      return view;
    },
    worker: (workerId) => workers.get(workerId),
  });
};

/**
 * A store's remembered approvals as the memory of an approval cache. Give the store the cache's own `approvalKey` as
 * `keyOf`, so that both mean the same by a key.
 *
 * @example
 * ```ts
 * const approvals = await journalApprovals(journal, { keys, keyOf: approvalKey });
 * const tools = approvalCache({ memory: approvalMemoryOf(approvals) })(registry);
 * ```
 */
export const approvalMemoryOf = (store: ApprovalStore): ApprovalMemoryView => viewOf(store, undefined);
