import {
  isToolFailure,
  type JsonValue,
  type Layer,
  layer,
  type ToolFailure,
  type ToolOutcome,
  type ToolProgress,
  type ToolStreamChunk,
} from '@pawl/core';

/** What a broken redactor leaves out. */
export type RedactorFault =
  | 'failures'
  | 'causes'
  | 'failure-output'
  | 'json-in-text'
  | 'escapes'
  | 'keys'
  | 'arrays'
  | 'meta'
  | 'error-names'
  | 'unknown-members'
  | 'progress'
  | 'stream'
  | 'chunk-boundaries'
  | 'stream-data'
  | 'stream-progress'
  | 'breaks-json'
  | 'copies'
  | 'drops-plain-blocks'
  | 'collapses-stream'
  | 'drops-data'
  | 'holds-everything';

const errorNames = new Set(['name', 'message', 'stack', 'code', 'cause']);

const mask = '[redacted]';

interface Scrubber {
  readonly text: (text: string) => string;
  readonly value: (value: JsonValue) => JsonValue;
}

const scrubber = (secrets: readonly string[], faults: ReadonlySet<RedactorFault>): Scrubber => {
  const plain = (text: string): string => secrets.reduce((rest, secret) => rest.replaceAll(secret, mask), text);
  const text = (whole: string): string => {
    if (faults.has('json-in-text') || !/^\s*[[{"]/.test(whole)) return plain(whole);
    if (faults.has('breaks-json')) {
      const broken = secrets.reduce((rest, secret) => rest.replaceAll(`"${secret}"`, mask), whole);
      if (broken !== whole) return broken;
    }
    try {
      if (faults.has('escapes')) return plain(whole);
      const parsed = JSON.parse(whole) as JsonValue; // what JSON.parse gives is JSON
      const clean = value(parsed);
      return clean === parsed ? whole : JSON.stringify(clean);
    } catch {
      return plain(whole);
    }
  };
  const value = (item: JsonValue): JsonValue => {
    if (typeof item === 'string') return text(item);
    if (typeof item !== 'object' || item === null) return item;
    if (Array.isArray(item)) {
      if (faults.has('arrays')) return item;
      const list: readonly JsonValue[] = item;
      const clean = list.map(value);
      const kept = faults.has('drops-plain-blocks') ? clean.filter((part) => typeof part === 'object') : clean;
      return kept.length === list.length && kept.every((part, index) => part === list[index]) ? item : kept;
    }
    const entries = Object.entries(item);
    // A member of JSON is JSON.
    const clean = entries.map(
      ([key, part]) =>
        [
          faults.has('keys') ? key : plain(key),
          faults.has('error-names') && errorNames.has(key) ? part : value(part as JsonValue),
        ] as const,
    );
    const same = clean.every(([key, part], index) => key === entries[index]?.[0] && part === entries[index]?.[1]);
    return same ? item : Object.fromEntries(clean);
  };
  return { text, value };
};

const cleanCause = (cause: unknown, scrub: Scrubber): unknown => {
  if (!(cause instanceof Error)) return cause;
  const message = scrub.text(cause.message);
  const inner = cleanCause(cause.cause, scrub);
  if (message === cause.message && inner === cause.cause) return cause;
  const copy = new Error(message, inner === undefined ? undefined : { cause: inner });
  copy.stack = `Error: ${message}`;
  return copy;
};

const cleanFailure = (failure: ToolFailure, scrub: Scrubber, faults: ReadonlySet<RedactorFault>): ToolFailure => {
  if (faults.has('failures')) return failure;
  const message = scrub.text(failure.message);
  const output =
    failure.output === undefined || faults.has('failure-output') ? failure.output : scrub.value(failure.output);
  const cause = faults.has('causes') ? failure.cause : cleanCause(failure.cause, scrub);
  if (message === failure.message && output === failure.output && cause === failure.cause) return failure;
  return failure.with({
    message,
    ...(output === undefined ? {} : { output }),
    ...(cause === undefined ? {} : { cause }),
  });
};

const cleanOutcome = (outcome: ToolOutcome, scrub: Scrubber, faults: ReadonlySet<RedactorFault>): ToolOutcome => {
  if (isToolFailure(outcome)) return cleanFailure(outcome, scrub, faults);
  const cleanMember = ([key, member]: readonly [string, unknown]): readonly [string, unknown] => {
    const skipped = key === 'meta' ? faults.has('meta') : key !== 'output' && faults.has('unknown-members');
    return [key, skipped ? member : scrub.value(member as JsonValue)]; // what the kit plants is JSON
  };
  const entries = Object.entries(outcome);
  const clean = entries.map(cleanMember);
  const same = clean.every(([, member], index) => member === entries[index]?.[1]);
  return same && !faults.has('copies') ? outcome : Object.assign({ ...outcome }, Object.fromEntries(clean));
};

/** Text that could still be the beginning of a secret is held back until it is not. */
async function* cleanStream(
  stream: AsyncIterable<ToolStreamChunk>,
  scrub: Scrubber,
  options: { readonly hold: number; readonly faults: ReadonlySet<RedactorFault> },
): AsyncGenerator<ToolStreamChunk> {
  const { faults } = options;
  const hold = faults.has('holds-everything') ? Number.POSITIVE_INFINITY : options.hold;
  let held = '';
  for await (const chunk of stream) {
    if (chunk.kind === 'text' && faults.has('chunk-boundaries')) yield { ...chunk, text: scrub.text(chunk.text) };
    else if (chunk.kind === 'text') {
      held = scrub.text(held + chunk.text);
      const ready = held.length > hold ? held.slice(0, held.length - hold) : '';
      held = held.slice(ready.length);
      if (ready !== '') yield { ...chunk, text: ready };
    } else {
      if (held !== '' && chunk.kind !== 'progress') {
        yield { kind: 'text', text: held };
        held = '';
      }
      if (chunk.kind === 'data' && faults.has('drops-data')) continue;
      if (chunk.kind === 'data') yield faults.has('stream-data') ? chunk : { ...chunk, data: scrub.value(chunk.data) };
      else if (chunk.kind === 'progress' && chunk.message !== undefined && !faults.has('stream-progress')) {
        yield { ...chunk, message: scrub.text(chunk.message) };
      } else if (chunk.kind === 'error') yield { ...chunk, failure: cleanFailure(chunk.failure, scrub, faults) };
      else if (chunk.kind === 'done' && chunk.result !== undefined) {
        // An execution stays one.
        yield { ...chunk, result: cleanOutcome(chunk.result, scrub, faults) as typeof chunk.result };
      } else yield chunk;
    }
  }
}

/** A correct redactor for mutants to be made of; `missing` breaks it. */
export const redactor = (secrets: readonly string[], missing: readonly RedactorFault[] = []): Layer => {
  const faults = new Set(missing);
  const scrub = scrubber(secrets, faults);
  const hold = Math.max(...secrets.map((secret) => secret.length)) - 1;
  return layer('redactor', { execute: 'rewrites', executeStream: 'rewrites', postDispatch: 'rewrites' }, (inner) => ({
    execute: (call) => {
      const { onProgress } = call;
      if (onProgress === undefined || faults.has('progress')) return inner.execute(call);
      return inner.execute(
        Object.freeze({
          ...call,
          onProgress: (progress: ToolProgress) =>
            onProgress(
              progress.message === undefined ? progress : { ...progress, message: scrub.text(progress.message) },
            ),
        }),
      );
    },
    executeStream: async (call) => {
      const stream = await inner.executeStream(call);
      if (faults.has('stream')) return stream;
      const clean = cleanStream(stream, scrub, { hold, faults });
      return faults.has('collapses-stream') ? collapsed(clean) : clean;
    },
    postDispatch: async (call, outcome) => cleanOutcome(await inner.postDispatch(call, outcome), scrub, faults),
  }));
};

async function* collapsed(stream: AsyncIterable<ToolStreamChunk>): AsyncGenerator<ToolStreamChunk> {
  const chunks: ToolStreamChunk[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  yield* chunks;
}
