/**
 * Journals in PostgreSQL, through a `pg` client of yours.
 *
 * @packageDocumentation
 */
export { createJournalTable } from './journal-table.js';
export { openPostgresJournal, type PostgresJournalOptions } from './open-postgres-journal.js';
export type { PostgresClient } from './postgres-client.js';
export { type VerifyPostgresOptions, verifyPostgresJournal } from './verify-postgres-journal.js';
