import { writeSync } from 'node:fs';
import { ed25519Signer, keyRing, openFileJournal } from '../../src/index.js';

/** Appends for ever, several at a time, and says each event's number and hash once it is acknowledged. */
const [directory = '', session = '', pem = ''] = process.argv.slice(2);
const signer = ed25519Signer(pem);
const journal = await openFileJournal({ directory, session, signer, keys: keyRing([{ key: pem, uses: ['journal'] }]) });
const appender = async (): Promise<never> => {
  for (;;) {
    const event = await journal.append('custom', { kind: 'work', data: 'x'.repeat(300) });
    writeSync(1, `${event.seq} ${event.hash}\n`);
  }
};
await Promise.all(Array.from({ length: 7 }, appender));
