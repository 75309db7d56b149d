import { createHash } from 'node:crypto';

/** What each session has seen of each file, so that nobody edits what they have not read. */
export interface Ledger {
  /** Notes that a session knows a file to hold these bytes. */
  note(session: string | undefined, path: string, bytes: Uint8Array): void;
  /** What a session knows of a file that now holds these bytes. */
  check(session: string | undefined, path: string, bytes: Uint8Array): 'current' | 'changed' | 'unread';
}

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');

const keep = <K, V>(map: Map<K, V>, key: K, value: V, limit: number): void => {
  map.delete(key);
  map.set(key, value);
  if (map.size <= limit) return;
  const oldest = map.keys().next();
  if (oldest.done !== true) map.delete(oldest.value);
};

/** How much a ledger remembers; what it forgets has to be read again. */
export interface LedgerLimits {
  readonly sessions: number;
  readonly files: number;
}

/** An empty ledger. Calls without a session share one page, which is no session's. */
export const createLedger = (limits: LedgerLimits = { sessions: 1_000, files: 10_000 }): Ledger => {
  // `undefined` is a key of its own, so a session that is called "undefined" is another one.
  const pages = new Map<string | undefined, Map<string, string>>();
  return {
    note: (session, path, bytes) => {
      const page = pages.get(session) ?? new Map<string, string>();
      keep(pages, session, page, limits.sessions);
      keep(page, path, digest(bytes), limits.files);
    },
    check: (session, path, bytes) => {
      const known = pages.get(session)?.get(path);
      if (known === undefined) return 'unread';
      return known === digest(bytes) ? 'current' : 'changed';
    },
  };
};
