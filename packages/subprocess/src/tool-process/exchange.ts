import type { Notification, Response } from '../rpc/index.js';
import type { Loss } from './loss.js';

/** One request under way, as its process sees it. Exactly one of `answer`, `overlong` and `lose` is called, once. */
export interface Exchange {
  /** The JSON-RPC id of the request. */
  readonly id: string;
  /** The answer. */
  answer(response: Response): void;
  /** An answer of `bytes` bytes was too long to be kept. */
  overlong(bytes: number): void;
  /** No answer will come. */
  lose(loss: Loss): void;
  /** A notification about this request; `false` where it makes no sense to it. */
  notify(notification: Notification): boolean;
  /** A notification about this request of `bytes` bytes was too long to be kept. */
  notifyOverlong(bytes: number): void;
}
