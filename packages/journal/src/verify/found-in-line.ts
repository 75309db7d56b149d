import { decodeEvent } from '../event/decode-event.js';
import type { FoundEvent } from './verify.js';

/** What a line holds; `undefined` is a line that was not UTF-8. */
export const foundInLine = (line: string | undefined): FoundEvent => {
  if (line === undefined) return { code: 'malformed', problem: 'is not UTF-8' };
  const event = decodeEvent(line);
  return 'problem' in event ? { code: 'malformed', problem: event.problem } : { event, line };
};
