import { randomBytes } from 'node:crypto';
import { type Clock, systemClock } from '@pawl/core';

/** How detached tools are kept. */
export interface DetachedOptions {
  /** Chunks kept for each handle until they are polled. Default: 1,024. */
  readonly maxChunks?: number;
  /** Handles at once, those that have ended and wait for a last poll included. Default: 64. */
  readonly maxHandles?: number;
  /** Milliseconds after which a handle that nobody polls is ended and forgotten. Default: 900,000. */
  readonly reapAfterMs?: number;
  /** Milliseconds that a start without a `timeoutMs` may take. Default: 300,000. */
  readonly startTimeoutMs?: number;
  /** What times are measured by. Default: the machine's. */
  readonly clock?: Clock;
  /** Makes a handle; it must not be guessable. Default: 144 random bits. */
  readonly newHandle?: () => string;
}

// A timer of the machine that is set for longer fires at once.
/** The longest wait that a timer can be set for: 24.8 days. */
export const longestMs = 2_147_483_647;

const numbers = ['maxChunks', 'maxHandles', 'reapAfterMs', 'startTimeoutMs'] as const;

/** The options with their defaults. @throws {RangeError} for a number that is not positive, or no number. */
export const detachedSettings = (options: DetachedOptions): Required<DetachedOptions> => {
  for (const name of numbers) {
    const value = options[name];
    if (value === undefined || (Number.isInteger(value) && value > 0 && value <= longestMs)) continue;
    throw new RangeError(`detachedTools: \`${name}\` must be a whole number from 1 to ${longestMs}`);
  }
  return {
    maxChunks: options.maxChunks ?? 1_024,
    maxHandles: options.maxHandles ?? 64,
    reapAfterMs: options.reapAfterMs ?? 900_000,
    startTimeoutMs: options.startTimeoutMs ?? 300_000,
    clock: options.clock ?? systemClock,
    newHandle: options.newHandle ?? (() => randomBytes(18).toString('base64url')),
  };
};
