import { describe, expect, it } from 'vitest';
import { agent, keys } from '../../test/fixture.js';
import { createJournalTable } from './journal-table.js';
import { openPostgresJournal } from './open-postgres-journal.js';

const client = { query: async (): Promise<{ rows: readonly unknown[] }> => ({ rows: [] }) };

describe('a journal in PostgreSQL', () => {
  it('says at once which option makes no sense', async () => {
    const options = { client, session: 's', signer: agent.signer, keys };
    const pool = { ...client, totalCount: 0 };
    for (const [odd, about] of [
      [{ client: undefined as unknown as typeof client }, /`client` is missing/],
      [{ client: pool }, /pool/],
      [{ session: 'a\0b' }, /NUL/],
      [{ table: 'a; DROP TABLE b' }, /`table`/],
      [{ table: 'A' }, /`table`/],
    ] as const) {
      await expect(openPostgresJournal({ ...options, ...odd })).rejects.toThrow(about);
    }
    await expect(createJournalTable(client, { table: 'a"b' })).rejects.toMatchObject({ code: 'invalid-option' });
  });

  it('is locked where the server does not say that it is free', async () => {
    const options = { client, session: 's', signer: agent.signer, keys };
    await expect(openPostgresJournal(options)).rejects.toMatchObject({ code: 'locked' });
  });
});
