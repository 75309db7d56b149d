import { createHash } from 'node:crypto';
import {
  canonicalJson,
  isJson,
  type Layer,
  layer,
  snapshotJson,
  specsByName,
  strictSpecs,
  type ToolCall,
  type ToolExecution,
  type ToolExecutor,
  type ToolStreamChunk,
} from '@pawl/core';
import { namePattern } from '../names/name-pattern.js';
import { optionChecks } from '../options/option-checks.js';

/** What a cache keeps, and for how long. */
export interface CacheOptions {
  /** Milliseconds for which a result is handed out again. */
  readonly ttlMs: number;
  /** Results kept at most; beyond it the one that was used longest ago is forgotten. Default: 1,000. */
  readonly maxEntries?: number;
  /** Names and patterns of the tools whose results may be kept. Default: every tool that says it only reads. */
  readonly tools?: readonly string[];
  /** Milliseconds since whenever. Default: `performance.now`, which never jumps. */
  readonly now?: () => number;
}

interface Entry {
  readonly execution: ToolExecution;
  readonly storedAt: number;
}

/** Writes seen through one cache layer, its workers included: whatever was read before one may be out of date. */
interface Writes {
  begun: number;
  running: number;
}

const checks = optionChecks('cache');

// What differs between two calls that ask for the same: who waits for it, and how.
const transport: ReadonlySet<string> = new Set(['id', 'attempt', 'timeoutMs', 'signal', 'onProgress', 'meta']);

const isReadOnly = (inner: ToolExecutor, tool: string): boolean =>
  specsByName(strictSpecs(inner)).get(tool)?.annotations?.readOnlyHint === true;

/** A digest of definition, caller, session, arguments and whatever else the call asks for; `undefined` if it has none. */
const keyOf = (inner: ToolExecutor, call: ToolCall): string | undefined => {
  const asked = Object.entries(call).filter(([field, value]) => !transport.has(field) && value !== undefined);
  try {
    const definition: unknown = JSON.parse(JSON.stringify(specsByName(strictSpecs(inner)).get(call.tool)));
    return createHash('sha256')
      .update(canonicalJson([definition, Object.fromEntries(asked)]))
      .digest('base64url');
  } catch {
    // A field that is no JSON might make all the difference.
    return undefined;
  }
};

async function* untilEnd(stream: AsyncIterable<ToolStreamChunk>, ended: () => void): AsyncGenerator<ToolStreamChunk> {
  try {
    yield* stream;
  } finally {
    ended();
  }
}

/**
 * Hands out an earlier result of a tool that only reads, for the same caller, session, definition and canonical arguments.
 * Failures and streams are never kept, a retry is always run, and every call of a tool that does not say it only reads
 * makes all that was kept out of date. Approval and policy are asked as ever. Each worker starts with nothing.
 *
 * @throws {LayerOptionError} for an option that makes no sense.
 * @example
 * ```ts
 * const tools = cache({ ttlMs: 60_000 })(registry);
 * ```
 */
export const cache = (options: CacheOptions): Layer => {
  const ttlMs = checks.positive('ttlMs', options?.ttlMs);
  const maxEntries = checks.whole('maxEntries', options.maxEntries ?? 1_000, 1);
  const { tools, now = () => performance.now() } = options;
  if (tools !== undefined && (!Array.isArray(tools) || tools.length === 0))
    checks.fail('tools', 'must name some tools');
  const patterns = tools?.map((tool, index) => namePattern(checks.text(`tools/${index}`, tool)));
  const isWanted = (tool: string): boolean => patterns === undefined || patterns.some((matches) => matches(tool));
  const writes: Writes = { begun: 0, running: 0 };
  const begin = (): (() => void) => {
    writes.begun++;
    writes.running++;
    let isOpen = true;
    return () => {
      if (isOpen) writes.running--;
      isOpen = false;
    };
  };
  return layer('cache', { execute: 'answers', executeStream: 'rewrites' }, (inner) => {
    const entries = new Map<string, Entry>();
    let seen = writes.begun;
    const recall = (key: string): ToolExecution | undefined => {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      const age = now() - entry.storedAt;
      // A clock that went back, or says nothing, proves no freshness.
      if (!(age >= 0 && age < ttlMs)) return undefined;
      entries.set(key, entry);
      return entry.execution;
    };
    const keep = (key: string, execution: ToolExecution): void => {
      if (execution.mutations !== undefined || !isJson(execution)) return;
      // A frozen copy: nobody can change what others are given.
      entries.set(key, { execution: snapshotJson(execution) as unknown as ToolExecution, storedAt: now() }); // as it was
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries) return;
        entries.delete(oldest);
      }
    };
    const read = async (call: ToolCall): Promise<ToolExecution> => {
      if (seen !== writes.begun) entries.clear();
      seen = writes.begun;
      const key = writes.running === 0 && inner.owns(call.tool) ? keyOf(inner, call) : undefined;
      if (key === undefined) return inner.execute(call);
      const found = call.attempt === 1 ? recall(key) : undefined;
      if (found !== undefined) return found;
      const execution = await inner.execute(call);
      // What was read while something was written, or under another definition, may be neither old nor new.
      if (writes.begun === seen && writes.running === 0 && keyOf(inner, call) === key) keep(key, execution);
      return execution;
    };
    return {
      execute: async (call) => {
        if (isReadOnly(inner, call.tool)) return isWanted(call.tool) ? read(call) : inner.execute(call);
        const end = begin();
        return inner.execute(call).finally(end);
      },
      executeStream: async (call) => {
        if (isReadOnly(inner, call.tool)) return inner.executeStream(call);
        const end = begin();
        try {
          return untilEnd(await inner.executeStream(call), end);
        } catch (error) {
          end();
          throw error;
        }
      },
    };
  });
};
