import type { TurnErrorCode } from './turn-error.js';

/** A turn cannot go on; `runTurn` makes a `TurnError` of it, with the transcript. */
export class TurnFault extends Error {
  override readonly name = 'TurnFault';
  readonly code: TurnErrorCode;

  constructor(code: TurnErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}

/** What somebody threw, as a sentence. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
