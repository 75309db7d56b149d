import { canonicalJson } from '@pawl/core';
import { sha256 } from './digest.js';

/** The part of an event that is hashed. */
export interface EventBody {
  readonly session: string;
  readonly seq: number;
  readonly at: string;
  readonly type: string;
  readonly data: unknown;
  readonly prev: string;
  readonly key: string;
}

/** An event's text before it is signed. */
export interface HashedBody {
  /** The data as canonical JSON. */
  readonly data: string;
  readonly hash: string;
  /** The line of the event, once its signature is known. */
  line(sig: string): string;
}

const text = (value: string): string => JSON.stringify(value);

/**
 * Writes an event as canonical JSON, and hashes the part that is hashed.
 *
 * The members stand in the order of RFC 8785, so that data is walked once and not once for the hash and again for the
 * line; that this equals `canonicalJson` of the event is tested.
 *
 * @throws {JsonError} for data that is not I-JSON.
 */
export const encodeEvent = (body: EventBody): HashedBody => {
  const data = canonicalJson(body.data);
  const head = `{"at":${text(body.at)},"data":${data}`;
  const middle = `"key":${text(body.key)},"prev":${text(body.prev)},"seq":${body.seq},"session":${text(body.session)}`;
  const tail = `"type":${text(body.type)},"v":1}`;
  const hash = sha256(`${head},${middle},${tail}`);
  return { data, hash, line: (sig) => `${head},"hash":${text(hash)},${middle},"sig":${text(sig)},${tail}` };
};
