import { type JsonValue, ToolFailure, type ToolOutcome, type ToolStreamChunk } from '@pawl/core';
import { hash } from '../generate/hash.js';

const escaped = (text: string): string =>
  [...text]
    .map((sign, index) => (index % 3 === 0 ? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}` : sign))
    .join('');

/** The places in which a secret can hide in an output. */
const places: readonly ((secret: string) => JsonValue)[] = [
  (secret) => `the key is ${secret} and that is all`,
  (secret) => ({ content: [{ type: 'text', text: `key: ${secret}` }], isError: false }),
  (secret) => ({ a: [{ b: { c: ['x', secret] } }], kept: 'plain' }),
  (secret) => ({ text: JSON.stringify({ token: secret, n: 1 }) }),
  (secret) => ({ text: JSON.stringify({ inner: JSON.stringify({ token: secret }) }) }),
  (secret) => ({ text: `{"token":"${escaped(secret)}","n":1}` }),
  (secret) => ({ [secret]: 'a key that is a secret', kept: 1 }),
  (secret) => [secret, `again ${secret}`],
  // A plain result may have the members of an error.
  (secret) => ({ error: { name: 'Error', message: 'it failed', stack: `Error: no ${secret}\n    at login` } }),
  (secret) => ({ error: { code: secret, message: `no ${secret}`, cause: { message: secret } } }),
];

/** An outcome with a secret in one of many places. */
export const plantedOutcome = (secret: string, salt: number): ToolOutcome => {
  const drawn = hash(salt, 'plant');
  const output = (places[drawn % places.length] as (secret: string) => JsonValue)(secret); // the index lies within the list
  switch ((drawn >> 4) % 8) {
    case 0:
      return new ToolFailure(`could not log in with ${secret}`, { code: 'tool-error', cause: new Error('plain') });
    case 1:
      return new ToolFailure('it failed', { code: 'tool-error', output, cause: new Error('plain') });
    case 2:
      return new ToolFailure('it failed', {
        code: 'tool-error',
        cause: new Error(`sent ${secret}`, { cause: new Error(`deeper ${secret}`) }),
      });
    case 3:
      return { output: 'plain', meta: { seen: output } };
    case 4:
      // A member that the contract does not know comes back too.
      return { output: 'plain', ...{ vendorTrace: output } };
    default:
      return { output };
  }
};

/** Chunks with a secret that is cut at a chunk boundary, in data, or in the last chunk. */
export const plantedChunks = (secret: string, salt: number): readonly ToolStreamChunk[] => {
  const drawn = hash(salt, 'chunks');
  const cut = 1 + (drawn % Math.max(1, secret.length - 1));
  const third = cut + 1 + ((drawn >> 8) % Math.max(1, secret.length - cut));
  const cuts: ToolStreamChunk[] = [secret.slice(0, cut), secret.slice(cut, third), secret.slice(third)]
    .filter((text) => text !== '')
    .map((text) => ({ kind: 'text', text }));
  const done: ToolStreamChunk = { kind: 'done', result: { output: 'plain' } };
  switch ((drawn >> 4) % 5) {
    case 0:
      return [{ kind: 'text', text: 'before ' }, { kind: 'data', data: { token: `x ${secret}` } }, done];
    case 1:
      return [{ kind: 'progress', fraction: 0.5, message: `sending ${secret}` }, done];
    case 2:
      return [
        { kind: 'text', text: 'plain ' },
        { kind: 'done', result: { output: { text: secret } } },
      ];
    default:
      return [{ kind: 'text', text: 'before ' }, ...cuts, { kind: 'text', text: ' after' }, done];
  }
};

/** Every text that a reader can find in a value: keys, nested values, messages, causes, and JSON inside text. */
export const readable = (value: unknown, depth = 0): readonly string[] => {
  if (depth > 12) return [];
  if (typeof value === 'string') {
    if (!/^\s*["[{]/.test(value)) return [value];
    try {
      return [value, ...readable(JSON.parse(value), depth + 1)];
    } catch {
      return [value];
    }
  }
  if (typeof value !== 'object' || value === null) return [];
  const own = Object.entries(value).flatMap(([key, item]) => [key, ...readable(item, depth + 1)]);
  if (!(value instanceof Error)) return own;
  return [...own, value.message, value.stack ?? '', ...readable(value.cause, depth + 1)];
};
