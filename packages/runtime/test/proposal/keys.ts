import { generateKeyPairSync } from 'node:crypto';
import { ed25519Signer, type Journal, type JournalEvent, keyRing, memoryJournal } from '@pawl/journal';

const [agent, person] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
export const signer = ed25519Signer(agent.privateKey);
export const personSigner = ed25519Signer(person.privateKey);
export const keys = keyRing([
  { key: agent.publicKey, uses: ['journal'] },
  { key: person.publicKey, uses: ['approval'] },
]);

export const newJournal = (): Journal => memoryJournal({ session: 's', signer, keys });

export const eventsOf = async (journal: Journal): Promise<readonly JournalEvent[]> => {
  const all: JournalEvent[] = [];
  for await (const event of journal.events()) all.push(event);
  return all;
};
