import { JournalError } from '../journal/journal-error.js';
import type { PostgresClient } from './postgres-client.js';

/** Which rows, of which session. */
export interface RowRange {
  readonly table: string;
  readonly session: string;
  readonly from: number;
  /** Default: to the last. */
  readonly to?: number;
}

const pageRows = 1_000;

const rowOf = (row: unknown): { readonly seq: number; readonly line: string } => {
  const { seq, line } = row as { readonly seq?: unknown; readonly line?: unknown }; // each is looked at below
  // `pg` gives a bigint as text.
  const number = Number(seq);
  if (!Number.isSafeInteger(number) || typeof line !== 'string') {
    throw new JournalError(
      'corrupt',
      'a row of the journal table is not of its shape: make it with createJournalTable',
    );
  }
  return { seq: number, line };
};

/** The lines of a session in order, a page at a time. */
export async function* readRows(
  client: PostgresClient,
  { table, session, from, to = Number.MAX_SAFE_INTEGER }: RowRange,
): AsyncGenerator<string> {
  let next = from;
  while (next < to) {
    const { rows } = await client.query(
      `SELECT seq, line FROM ${table} WHERE session = $1 AND seq >= $2 AND seq < $3 ORDER BY seq LIMIT ${pageRows}`,
      [session, next, to],
    );
    for (const row of rows) {
      const { seq, line } = rowOf(row);
      yield line;
      next = seq + 1;
    }
    if (rows.length < pageRows) return;
  }
}
