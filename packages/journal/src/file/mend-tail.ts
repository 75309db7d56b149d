import type { FileHandle } from 'node:fs/promises';
import { decodeEvent } from '../event/decode-event.js';

/** What opening a file found behind its last whole line. */
export interface TailRecovery {
  /** Bytes of a line that was begun and never acknowledged, and now are cut; 0 where the line lacked its end alone. */
  readonly cutBytes: number;
}

/** A line without its end. */
export interface TornTail {
  /** Bytes before it. */
  readonly start: number;
  /** Bytes of the file. */
  readonly end: number;
  /** Whether it lacks its end and nothing else. */
  readonly complete: boolean;
}

/** Whether a line without an end holds a whole event. */
export const isEventText = (text: string | undefined): boolean =>
  text !== undefined && !('problem' in decodeEvent(text));

/**
 * Mends a file whose last line has no end. It cannot have been acknowledged, since the end is written along with it; one
 * that lacks nothing but the end is completed, so that nothing that could count is lost, and anything else is cut.
 */
export const mendTail = async (
  file: FileHandle,
  { start, end, complete }: TornTail,
): Promise<{ readonly recovery: TailRecovery; readonly size: number }> => {
  if (complete) await file.write('\n');
  else await file.truncate(start);
  await file.sync();
  return complete ? { recovery: { cutBytes: 0 }, size: end + 1 } : { recovery: { cutBytes: end - start }, size: start };
};
