import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { approvalStoreCases } from '../../test/approval-store-cases.js';
import { approveIn } from '../../test/approvals.js';
import { agent, keys, mailRequest, nextAgent, temporaryDirectory } from '../../test/fixture.js';
import { collect, writeCalls } from '../../test/written.js';
import { journalApprovals } from '../approval/journal-approvals.js';
import type { Journal } from '../journal/journal.js';
import { verifyFile } from '../verify/verify-file.js';
import { createJournalTable } from './journal-table.js';
import { openPostgresJournal, type PostgresJournalOptions } from './open-postgres-journal.js';
import { verifyPostgresJournal } from './verify-postgres-journal.js';

const url = process.env['PAWL_POSTGRES_URL'];
const table = 'pawl_journal';

describe('PostgreSQL', () => {
  let client: pg.Client;

  const connected = async (): Promise<pg.Client> => {
    const own = new pg.Client({ connectionString: url });
    await own.connect();
    return own;
  };
  const another = async (): Promise<pg.Client> => {
    const own = await connected();
    onTestFinished(() => own.end());
    return own;
  };
  const optionsOf = (session: string, own = client): PostgresJournalOptions => ({
    client: own,
    session,
    signer: agent.signer,
    keys,
  });
  const open = async (session: string = randomUUID()): Promise<Journal> => {
    const journal = await openPostgresJournal(optionsOf(session));
    onTestFinished(() => journal.close());
    return journal;
  };
  const change = (sql: string, session: string): Promise<unknown> => client.query(sql, [session]);

  beforeAll(async () => {
    if (url === undefined) return;
    client = await connected();
    const others = await Promise.all([connected(), connected()]);
    // All at once, as several machines do when they start.
    await Promise.all([client, ...others].map((own) => createJournalTable(own)));
    await Promise.all(others.map((own) => own.end()));
  });
  afterAll(async () => {
    if (url !== undefined) await client.end();
  });
  beforeEach(({ skip }) => skip(url === undefined, 'no PAWL_POSTGRES_URL: npm run test:services starts a server'));

  approvalStoreCases('in PostgreSQL', async () => {
    // A session of its own would not be the one that the cases ask about, so it is emptied instead.
    await change('DELETE FROM pawl_journal WHERE session = $1', 'chat-42');
    const journal = await open('chat-42');
    return { store: (now = Date.now) => journalApprovals(journal, { keys, now }) };
  });

  it('keeps what is appended, in order, and goes on where it was', async () => {
    const session = `a/ö ${randomUUID()}`;
    const first = await openPostgresJournal(optionsOf(session));
    await Promise.all(Array.from({ length: 2_500 }, (_, i) => first.append('custom', { kind: String(i) })));
    await first.rotate(nextAgent.signer);
    const checkpoint = await first.checkpoint();
    await first.close();
    await expect(openPostgresJournal(optionsOf(session))).rejects.toMatchObject({ code: 'wrong-key' });
    const second = await openPostgresJournal({ ...optionsOf(session), signer: nextAgent.signer, checkpoint });
    await writeCalls(second, 1);
    const events = await collect(second.events());
    await second.close();
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 2_502 }, (_, i) => i));
    expect(await verifyPostgresJournal(keys, { client, session, checkpoint })).toMatchObject({
      ok: true,
      events: 2_502,
    });
  });

  it('holds the very lines of a journal file', async () => {
    const journal = await open();
    await writeCalls(journal, 3);
    const { rows } = await client.query(`SELECT line FROM ${table} WHERE session = $1 ORDER BY seq`, [journal.session]);
    const path = join(await temporaryDirectory(), 'a.jsonl');
    await writeFile(path, rows.map(({ line }) => `${line}\n`).join(''));
    expect(await verifyFile(path, keys, { session: journal.session })).toMatchObject({ ok: true, events: 3 });
  });

  it('finds rows that were edited, dropped, moved or cut', async () => {
    const journal = await open();
    const { session } = journal;
    await writeCalls(journal, 5);
    const checkpoint = await journal.checkpoint();
    const check = (): ReturnType<typeof verifyPostgresJournal> =>
      verifyPostgresJournal(keys, { client, session, checkpoint });
    expect(await check()).toMatchObject({ ok: true });
    const where = `WHERE session = $1 AND seq`;
    await change(`DELETE FROM ${table} ${where} = 4`, session);
    expect(await check()).toMatchObject({ index: 4, code: 'cut-tail' });
    await change(`UPDATE ${table} SET seq = 9 ${where} = 2`, session);
    expect(await check()).toMatchObject({ index: 2, code: 'out-of-order' });
    await change(`UPDATE ${table} SET line = replace(line, 'read_file', 'send_mail') ${where} = 1`, session);
    expect(await check()).toMatchObject({ index: 1, code: 'edited' });
    await journal.close();
    await expect(openPostgresJournal(optionsOf(session))).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('has one writer, on whatever connection, until that closes or its connection ends', async () => {
    const session = randomUUID();
    const journal = await open(session);
    const other = await another();
    await expect(openPostgresJournal(optionsOf(session))).rejects.toMatchObject({ code: 'locked' });
    await expect(openPostgresJournal(optionsOf(session, other))).rejects.toMatchObject({ code: 'locked' });
    await (await openPostgresJournal(optionsOf(randomUUID(), other))).close();
    await journal.close();
    const dying = await connected();
    const lost = await openPostgresJournal(optionsOf(session, dying));
    await expect(openPostgresJournal(optionsOf(session, other))).rejects.toMatchObject({ code: 'locked' });
    await dying.end();
    await (await openPostgresJournal(optionsOf(session, other))).close();
    await expect(lost.append('custom', { kind: 'late' })).rejects.toMatchObject({ code: 'write-failed' });
  });

  it('lets one of two writers go on, should both get in', async () => {
    const session = randomUUID();
    const first = await open(session);
    await writeCalls(first, 1);
    const other = await another();
    // As behind a proxy that gives every statement another connection.
    await client.query('SELECT pg_advisory_unlock_all()');
    const second = await openPostgresJournal(optionsOf(session, other));
    await writeCalls(second, 1);
    await expect(writeCalls(first, 1)).rejects.toMatchObject({ code: 'foreign-write' });
    await writeCalls(second, 1);
    expect(await verifyPostgresJournal(keys, { client, session })).toMatchObject({ ok: true, events: 3 });
    await second.close();
  });

  it('needs no more than to read and insert', async () => {
    const role = `writer_${randomUUID().replaceAll('-', '')}`;
    await client.query(`CREATE ROLE ${role}`);
    await client.query(`GRANT SELECT, INSERT ON ${table} TO ${role}`);
    const own = await another();
    await own.query(`SET ROLE ${role}`);
    const journal = await openPostgresJournal(optionsOf(randomUUID(), own));
    await writeCalls(journal, 2);
    expect(await collect(journal.events())).toHaveLength(2);
    await expect(own.query(`DELETE FROM ${table}`)).rejects.toThrow(/permission denied/);
    await journal.close();
  });

  it('does not say that something is stored before it is, where the server would', async () => {
    const own = await another();
    await own.query('SET synchronous_commit = off');
    const journal = await openPostgresJournal(optionsOf(randomUUID(), own));
    const { rows } = await own.query("SELECT current_setting('synchronous_commit') AS now");
    expect(rows).toEqual([{ now: 'on' }]);
    await journal.close();
  });

  it('loses no approval in a restart', async () => {
    const session = 'chat-42';
    await change('DELETE FROM pawl_journal WHERE session = $1', session);
    const first = await openPostgresJournal(optionsOf(session));
    await approveIn(await journalApprovals(first, { keys }), { response: { scope: 'session' } });
    await first.close();
    const second = await openPostgresJournal(optionsOf(session, await another()));
    const approvals = await journalApprovals(second, { keys });
    expect(await approvals.use(mailRequest({ callId: 'call-2' }))).toMatchObject({ ok: true });
    await second.close();
  });
});
