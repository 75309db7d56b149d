import type { Journal } from '../journal/journal.js';
import type { ApprovalBackend } from './approval-backend.js';

/**
 * A backend whose steps also become events. The step comes first, because it decides; where the event then cannot be
 * stored the caller hears of it, and what was used stays used.
 */
export const recordedBackend = (backend: ApprovalBackend, journal: Journal): ApprovalBackend => ({
  ...backend,
  addRequest: async (request) => {
    const added = await backend.addRequest(request);
    if (added) await journal.append('approval-request', request);
    return added;
  },
  addAnswer: async (approval, keys) => {
    const kept = await backend.addAnswer(approval, keys);
    if (!kept.revoked && kept.approval.response.sig === approval.response.sig) {
      await journal.append('approval-response', approval.response);
    }
    return kept;
  },
  consume: async (id, use) => {
    const answer = await backend.consume(id, use);
    if (answer === 'consumed') await journal.append('approval-consumed', { requestId: id, ...use });
    return answer;
  },
  revoke: async (id, reason) => {
    const revoked = await backend.revoke(id, reason);
    if (revoked) {
      await journal.append('approval-revoked', { requestId: id, ...(reason === undefined ? {} : { reason }) });
    }
    return revoked;
  },
});
