import { type Journal, type JournalEvent, memoryJournal } from '../src/index.js';
import { agent, keys, testClock } from './fixture.js';

/** All events of a journal. */
export const collect = async (events: AsyncIterable<JournalEvent>): Promise<JournalEvent[]> => {
  const all: JournalEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
};

export const writeCalls = async (journal: Journal, count: number): Promise<void> => {
  for (let i = 0; i < count; i++) {
    await journal.append('call', { callId: `call-${i}`, tool: 'read_file', attempt: 1, argsDigest: 'absent' });
  }
};

/** A chain of some events, in memory. */
export const someEvents = async (count: number, session = 'chat-42'): Promise<JournalEvent[]> => {
  const journal = memoryJournal({ session, signer: agent.signer, keys, now: testClock().now });
  await writeCalls(journal, count);
  return collect(journal.events());
};
