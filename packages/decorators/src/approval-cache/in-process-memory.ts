import { LayerOptionError } from '../options/layer-option-error.js';
import { approvalKey, sessionKey } from './approval-key.js';
import type { ApprovalMemory } from './approval-memory.js';
import { type ApprovalRecord, approvalRecord } from './approval-record.js';

/** How much an in-process memory keeps, and for how long. */
export interface ApprovalMemoryOptions {
  /** Approvals kept at most; beyond it the one that was used longest ago is forgotten. Default: 10,000. */
  readonly maxEntries?: number;
  /** Workers whose memories can be reached at most; beyond it the oldest is let go. Default: 1,000. */
  readonly maxWorkers?: number;
  /** Milliseconds for which a yes counts. Default: as long as the memory lives. */
  readonly ttlMs?: number;
  /** Milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: () => number;
}

interface Limits {
  readonly maxEntries: number;
  readonly maxWorkers: number;
  readonly ttlMs: number;
  readonly now: () => number;
}

interface Entry extends ApprovalRecord {
  readonly expiresAt: number;
}

const positive = (option: 'maxEntries' | 'maxWorkers' | 'ttlMs', value: number): number => {
  if (typeof value === 'number' && value > 0) return value;
  throw new LayerOptionError(`approvalMemory: \`${option}\` must be a number above 0`, {
    code: 'invalid-option',
    option,
  });
};

/** A `Map` gives its keys in the order of insertion, so whatever is put back last is let go last. */
const put = <T>(map: Map<string, T>, entry: readonly [key: string, value: T], most: number): void => {
  const [key, value] = entry;
  map.delete(key);
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= most) return;
    map.delete(oldest);
  }
};

const memory = (limits: Limits): ApprovalMemory => {
  const entries = new Map<string, Entry>();
  const workers = new Map<string, ApprovalMemory>();
  return Object.freeze<ApprovalMemory>({
    remember: async (request, scope) => {
      if (scope === 'once') return;
      if (scope !== 'call' && scope !== 'session') {
        throw new LayerOptionError(
          `approvalMemory: a scope is 'once', 'call' or 'session', not ${JSON.stringify(scope)}; nothing was remembered`,
          { code: 'invalid-option', option: 'scope' },
        );
      }
      const record = approvalRecord(request, scope);
      put(entries, [record.key, { ...record, expiresAt: limits.now() + limits.ttlMs }], limits.maxEntries);
    },
    recall: async (key) => {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      if (limits.now() >= entry.expiresAt) {
        entries.delete(key);
        return undefined;
      }
      put(entries, [key, entry], limits.maxEntries);
      return { key, required: entry.required };
    },
    revoke: async (request) => {
      entries.delete(approvalKey(request, 'call'));
      entries.delete(approvalKey(request, 'session'));
    },
    clear: async (session) => {
      const gone = sessionKey(session);
      for (const [key, entry] of entries) if (entry.sessionKey === gone) entries.delete(key);
      await Promise.all([...workers.values()].map((worker) => worker.clear(session)));
    },
    forWorker: (workerId) => {
      const fresh = memory(limits);
      put(workers, [workerId, fresh], limits.maxWorkers);
      return fresh;
    },
    worker: (workerId) => workers.get(workerId),
  });
};

/**
 * Keeps approvals in this process, for as long as it runs.
 *
 * @throws {LayerOptionError} for a limit that is not above 0.
 * @example
 * ```ts
 * const memory = approvalMemory({ ttlMs: 3_600_000 });
 * ```
 */
export const approvalMemory = (options: ApprovalMemoryOptions = {}): ApprovalMemory =>
  memory({
    maxEntries: positive('maxEntries', options.maxEntries ?? 10_000),
    maxWorkers: positive('maxWorkers', options.maxWorkers ?? 1_000),
    ttlMs: positive('ttlMs', options.ttlMs ?? Number.POSITIVE_INFINITY),
    now: options.now ?? Date.now,
  });
