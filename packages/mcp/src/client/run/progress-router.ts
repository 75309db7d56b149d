import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import type { ToolProgress } from '@pawl/core';
import { isNumber, shareOf } from '../../progress-share.js';

/** What MCP says of progress, whole, with the share of it that is done where that is known. */
const progressOf = ({ progressToken: _, message, ...rest }: Readonly<Record<string, unknown>>): ToolProgress => {
  const { progress, total } = rest;
  return {
    ...rest,
    ...(isNumber(progress) && isNumber(total) && total > 0 ? { fraction: shareOf(progress, total) } : {}),
    ...(typeof message === 'string' ? { message } : {}),
  };
};

/**
 * Hands progress to the call that it is about.
 *
 * Not left to the official client, which hands it on a moment later, when an answer in the same chunk of bytes has
 * already ended the call: the last progress would be lost.
 */
export class ProgressRouter {
  readonly #listeners = new Map<string, (progress: ToolProgress) => void>();
  #tokens = 0;

  /** A token for one call, until it is closed. */
  open(listener: (progress: ToolProgress) => void): string {
    const token = `pawl-${++this.#tokens}`;
    this.#listeners.set(token, listener);
    return token;
  }

  /** Ends a token; what still comes for it is about a call that is over. */
  close(token: string): void {
    this.#listeners.delete(token);
  }

  /** Takes a message that is progress; `false` for any other. */
  take(message: JSONRPCMessage): boolean {
    if (!('method' in message) || message.method !== 'notifications/progress') return false;
    const params = message.params ?? {};
    const token: unknown = params['progressToken'];
    if (typeof token === 'string') this.#listeners.get(token)?.(progressOf(params));
    return true;
  }
}
