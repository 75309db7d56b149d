import { writeSync } from 'node:fs';
import { ed25519Signer, JournalError, keyRing, openFileJournal } from '../../src/index.js';

/** Tries to open a journal, says whether it could, and holds it until its input ends. */
const [directory = '', session = '', pem = ''] = process.argv.slice(2);
try {
  const signer = ed25519Signer(pem);
  const journal = await openFileJournal({
    directory,
    session,
    signer,
    keys: keyRing([{ key: pem, uses: ['journal'] }]),
  });
  writeSync(1, 'opened\n');
  process.stdin.resume().once('end', () => void journal.close());
} catch (error) {
  if (!(error instanceof JournalError)) throw error;
  writeSync(1, `${error.code}\n`);
  process.stdin.resume();
}
