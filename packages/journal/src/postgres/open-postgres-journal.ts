import { ChainedJournal } from '../journal/chained-journal.js';
import type { Journal } from '../journal/journal.js';
import { JournalError } from '../journal/journal-error.js';
import { loadChain } from '../journal/load-chain.js';
import { checkWriterOptions, type WriterOptions } from '../options/check-writer-options.js';
import { foundInLine } from '../verify/found-in-line.js';
import type { FoundEvent } from '../verify/verify.js';
import { checkedTable, defaultTable, lockId } from './journal-table.js';
import type { PostgresClient } from './postgres-client.js';
import { postgresStorage } from './postgres-storage.js';
import { type RowRange, readRows } from './read-rows.js';

/** What a journal in PostgreSQL needs. */
export interface PostgresJournalOptions extends WriterOptions {
  /** A connected `pg` client that nothing else ends before the journal is closed. Not a pool. */
  readonly client: PostgresClient;
  /** Made by `createJournalTable`. Default: `'pawl_journal'`. */
  readonly table?: string;
}

// One connection may take its own lock twice, so what it has is noted here.
const held = new WeakMap<PostgresClient, Set<string>>();

const takeLock = async (client: PostgresClient, session: string, lock: string): Promise<() => Promise<void>> => {
  const own = held.get(client) ?? new Set();
  held.set(client, own);
  const locked = (): JournalError =>
    new JournalError('locked', `the journal of ${JSON.stringify(session)} has a writer already: close it there first`);
  if (own.has(lock)) throw locked();
  own.add(lock);
  try {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1::bigint) AS taken', [lock]);
    // A row of the query above.
    if ((rows[0] as { readonly taken?: unknown } | undefined)?.taken !== true) throw locked();
  } catch (error) {
    own.delete(lock);
    throw error;
  }
  return async () => {
    own.delete(lock);
    await client.query('SELECT pg_advisory_unlock($1::bigint)', [lock]);
  };
};

/** The rows as they were found; read only. */
export async function* foundRows(client: PostgresClient, range: RowRange): AsyncGenerator<FoundEvent> {
  for await (const line of readRows(client, range)) yield foundInLine(line);
}

const checked = ({ client, session, table = defaultTable }: PostgresJournalOptions): string => {
  if (typeof client?.query !== 'function') {
    throw new JournalError('invalid-option', 'openPostgresJournal: `client` is missing: give it a connected pg client');
  }
  if ('totalCount' in client) {
    throw new JournalError(
      'invalid-option',
      'openPostgresJournal: `client` is a pool; the lock belongs to one connection: give it `await pool.connect()`',
    );
  }
  if (session.includes('\0')) {
    throw new JournalError(
      'invalid-option',
      'openPostgresJournal: PostgreSQL cannot keep a `session` with a NUL in it',
    );
  }
  return checkedTable(table);
};

/**
 * Opens the journal of a session in PostgreSQL and verifies all of it: same interface, same chain, same lines as in a
 * file. An advisory lock keeps other writers out for as long as the connection lives; should one get in all the same, the
 * primary key lets only one of the two go on.
 *
 * @throws {JournalError} `invalid-option`, `locked`, `corrupt`, `wrong-key`; and whatever the database says.
 * @example
 * ```ts
 * await createJournalTable(client);
 * const journal = await openPostgresJournal({ client, session: 'chat-42', signer, keys });
 * ```
 */
export const openPostgresJournal = async (options: PostgresJournalOptions): Promise<Journal> => {
  checkWriterOptions('openPostgresJournal', options);
  const table = checked(options);
  const { client, session, signer, keys, now = Date.now } = options;
  const unlock = await takeLock(client, session, lockId(`${table}/${session}`));
  try {
    // Otherwise the server would say "stored" before it is.
    await client.query(
      "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'",
    );
    const state = await loadChain(foundRows(client, { table, session, from: 0 }), options);
    const storage = postgresStorage({ client, table, session, unlock });
    return new ChainedJournal(storage, { session, signer, keys, now, state });
  } catch (error) {
    await unlock();
    throw error;
  }
};
