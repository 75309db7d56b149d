import type { ToolProgress } from '@pawl/core';

/** Progress on its way to the client. */
export interface ProgressReporter {
  /** For the call; safe to call at any time. */
  readonly report: (progress: ToolProgress) => void;
  /** Resolves once everything that was reported has left, so that none of it comes after the result. */
  readonly flush: () => Promise<void>;
}

/** The parameters of one `notifications/progress`. */
export interface ProgressParams {
  readonly progressToken: string | number;
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** Turns a call's progress into notifications, whose `progress` never falls, as MCP asks. */
export const progressReporter = (
  progressToken: string | number,
  notify: (params: ProgressParams) => Promise<void>,
): ProgressReporter => {
  let last = 0;
  let isOver = false;
  let sent: Promise<void> = Promise.resolve();
  return {
    report: ({ fraction, message }) => {
      if (isOver) return;
      last = fraction === undefined ? last + 1 : Math.max(last, fraction);
      const params = {
        progressToken,
        progress: last,
        ...(fraction === undefined ? {} : { total: 1 }),
        ...(message === undefined ? {} : { message }),
      };
      sent = sent.then(() => notify(params));
    },
    flush: () => {
      isOver = true;
      return sent;
    },
  };
};
