import { isEventType } from './event-types.js';
import { genesis, type JournalEvent } from './journal-event.js';

const members = ['at', 'data', 'hash', 'key', 'prev', 'seq', 'session', 'sig', 'type', 'v'] as const;
const hex = /^[0-9a-f]{64}$/;
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * What is wrong with the shape of an event, as half a sentence; `undefined` where nothing is.
 *
 * A member more is wrong as well: it would not be covered by the hash.
 */
export const shapeProblem = (value: unknown): string | undefined => {
  if (!isObject(value)) return 'is no JSON object';
  const extra = Object.keys(value).find((key) => !(members as readonly string[]).includes(key));
  if (extra !== undefined) return `has a member ${JSON.stringify(extra)}, which no event has`;
  const lacking = members.find((key) => !Object.hasOwn(value, key));
  if (lacking !== undefined) return `lacks ${JSON.stringify(lacking)}`;
  const { at, hash, key, prev, seq, session, sig, type, v, data } = value;
  if (v !== 1) return 'has a format other than 1: read it with a later version';
  if (typeof session !== 'string' || typeof key !== 'string' || typeof sig !== 'string') return 'is not of this shape';
  if (typeof seq !== 'number' || !Number.isSafeInteger(seq) || seq < 0) return 'has a sequence number that is none';
  if (typeof at !== 'string' || !instant.test(at)) return 'has a time that is no ISO 8601 instant';
  if (typeof hash !== 'string' || !hex.test(hash)) return 'has a hash that is no SHA-256';
  if (typeof prev !== 'string' || !(prev === genesis || hex.test(prev))) return 'has a `prev` that is no SHA-256';
  if (!isEventType(type)) return `is of an unknown type, ${JSON.stringify(type)}`;
  return isObject(data) ? undefined : 'has data that is no JSON object';
};

/** The event that a line holds, or what is wrong with it. The data is not looked into. */
export const decodeEvent = (line: string): JournalEvent | { readonly problem: string } => {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { problem: 'is no JSON' };
  }
  const problem = shapeProblem(value);
  // The shape has just been checked; what `data` holds is vouched for by the signature, which the caller checks.
  return problem === undefined ? (value as JournalEvent) : { problem };
};
