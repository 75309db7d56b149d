import type { Clock } from '@pawl/core';
import type { ApprovalMemory, RememberedApproval } from './approval-memory.js';

/** How long a memory may take, and by whose clock. */
export interface Patience {
  readonly clock: Clock;
  readonly ms: number;
}

/** What a memory keeps under a key; `undefined` also where it fails, hangs, or answers for another key. */
export const recallInTime = (
  memory: ApprovalMemory,
  key: string,
  patience: Patience,
): Promise<RememberedApproval | undefined> =>
  new Promise((resolve) => {
    const cancel = patience.clock.setTimeout(() => resolve(undefined), patience.ms);
    const settle = (answer: RememberedApproval | undefined): void => {
      cancel();
      resolve(answer?.key === key ? answer : undefined);
    };
    const give = (): void => settle(undefined);
    try {
      memory.recall(key).then(settle, give);
    } catch {
      give();
    }
  });
