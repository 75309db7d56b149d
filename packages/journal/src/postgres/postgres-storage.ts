import { JournalError } from '../journal/journal-error.js';
import type { JournalStorage } from '../journal/journal-storage.js';
import type { PostgresClient } from './postgres-client.js';
import { readRows } from './read-rows.js';

/** Where a session's rows are, and how its lock is let go. */
export interface PostgresRows {
  readonly client: PostgresClient;
  readonly table: string;
  readonly session: string;
  readonly unlock: () => Promise<void>;
}

const uniqueViolation = '23505';

/** Lines as rows. All lines of a write are one statement, so either all are stored or none. */
export const postgresStorage = ({ client, table, session, unlock }: PostgresRows): JournalStorage => ({
  write: async (lines, count) => {
    try {
      await client.query(
        `INSERT INTO ${table} (session, seq, line)
         SELECT $1, $2::bigint + place - 1, line FROM unnest($3::text[]) WITH ORDINALITY AS lines (line, place)`,
        [session, count, [...lines]],
      );
    } catch (error) {
      if ((error as { readonly code?: unknown }).code !== uniqueViolation) throw error;
      throw new JournalError(
        'foreign-write',
        `the journal of ${JSON.stringify(session)} was written by somebody else: verify it, then open it again`,
        error,
      );
    }
  },
  read: (from, to) => readRows(client, { table, session, from, to }),
  close: unlock,
});
