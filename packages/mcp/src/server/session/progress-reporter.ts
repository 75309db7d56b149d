import { isJson, type ToolProgress } from '@pawl/core';
import { isNumber, shareOf } from '../../progress-share.js';

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

/** Progress with what MCP says beside it. */
type Told = ToolProgress & { readonly progress?: unknown; readonly total?: unknown };

interface Count {
  readonly progress: number;
  readonly total?: number;
}

const countedFrom = (fraction: number | undefined, last: number): Count =>
  fraction === undefined ? { progress: last + 1 } : { progress: fraction, total: 1 };

/** The count of an MCP server behind, which is worth more than its fraction, unless a layer has changed that since. */
const countOf = ({ fraction, progress, total }: Told): Count | undefined => {
  if (!isNumber(progress)) return undefined;
  if (!isNumber(total) || total <= 0) return fraction === undefined ? { progress } : undefined;
  return shareOf(progress, total) === fraction ? { progress, total } : undefined;
};

const vendorOf = (others: object): object => (isJson(others) ? others : {});

/** Turns a call's progress into notifications, whose `progress` never falls, as MCP asks. */
export const progressReporter = (
  progressToken: string | number,
  notify: (params: ProgressParams) => Promise<void>,
): ProgressReporter => {
  let last = 0;
  let isOver = false;
  let sent: Promise<void> = Promise.resolve();
  return {
    report: (told) => {
      if (isOver) return;
      // Members that the contract does not name belong to somebody.
      const { fraction, message, progress: _, total: __, ...others }: Told = told;
      const { progress, ...counted } = countOf(told) ?? countedFrom(fraction, last);
      last = Math.max(last, progress);
      const params = {
        ...vendorOf(others),
        progressToken,
        progress: last,
        ...counted,
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
