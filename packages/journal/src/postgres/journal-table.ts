import { createHash } from 'node:crypto';
import { JournalError } from '../journal/journal-error.js';
import type { PostgresClient } from './postgres-client.js';

/** Where journals are kept if nothing else is said. */
export const defaultTable = 'pawl_journal';

const tableName = /^(?:[a-z_][a-z0-9_]{0,62}\.)?[a-z_][a-z0-9_]{0,62}$/;

/** The name, if it needs no quoting. @throws {JournalError} `invalid-option` for any other. */
export const checkedTable = (table: string): string => {
  if (typeof table === 'string' && tableName.test(table)) return table;
  throw new JournalError(
    'invalid-option',
    `\`table\` must be lower-case letters, digits and underscores, with a schema if need be; ${JSON.stringify(table)} is not`,
  );
};

/** A number for PostgreSQL's advisory locks, as text, because it has 64 bits. */
export const lockId = (what: string): string =>
  BigInt.asIntN(64, createHash('sha256').update(`pawl/journal/${what}`).digest().readBigUInt64BE()).toString();

/**
 * Makes the table of journals, if it is not there. A writer needs no more than `SELECT` and `INSERT` on it: give it no
 * more, and the database helps to keep the past as it was.
 *
 * @throws {JournalError} `invalid-option`, and whatever the database says.
 */
export const createJournalTable = async (
  client: PostgresClient,
  { table = defaultTable }: { readonly table?: string } = {},
): Promise<void> => {
  const name = checkedTable(table);
  const lock = lockId(`create ${name}`);
  // Two that create a table at once fail in PostgreSQL, also with IF NOT EXISTS.
  await client.query('SELECT pg_advisory_lock($1::bigint)', [lock]);
  try {
    await client.query(
      `CREATE TABLE IF NOT EXISTS ${name} (session text NOT NULL, seq bigint NOT NULL, line text NOT NULL, PRIMARY KEY (session, seq))`,
    );
  } finally {
    await client.query('SELECT pg_advisory_unlock($1::bigint)', [lock]);
  }
};
