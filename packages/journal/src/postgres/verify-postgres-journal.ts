import type { KeyRing } from '../keys/key-ring.js';
import { type VerifyOptions, type VerifyResult, verifyFound } from '../verify/verify.js';
import { checkedTable, defaultTable } from './journal-table.js';
import { foundRows } from './open-postgres-journal.js';
import type { PostgresClient } from './postgres-client.js';

/** Which journal, held against what. */
export interface VerifyPostgresOptions extends VerifyOptions {
  /** Where it is. */
  readonly client: PostgresClient;
  /** The conversation. */
  readonly session: string;
  /** Default: `'pawl_journal'`. */
  readonly table?: string;
}

/**
 * `verify` for a journal in PostgreSQL, down to the byte. Reads only, so it may run while a writer has the journal.
 *
 * @throws {JournalError} `invalid-option`; and whatever the database says.
 */
export const verifyPostgresJournal = async (keys: KeyRing, options: VerifyPostgresOptions): Promise<VerifyResult> => {
  const { client, session, table = defaultTable } = options;
  const range = { table: checkedTable(table), session, from: 0 };
  return (await verifyFound(foundRows(client, range), keys, options)).result;
};
