import { describe, expect, it } from 'vitest';
import { agent, keys } from '../../test/fixture.js';
import { memoryJournal } from '../journal/memory-journal.js';
import { redisApprovals } from './redis-approvals.js';

const client = { eval: async (): Promise<unknown> => null };

describe('approvals in Redis', () => {
  it('say at once which option makes no sense', () => {
    const options = { client, session: 's', keys };
    const journal = memoryJournal({ session: 'other', signer: agent.signer, keys });
    expect(() => redisApprovals({ ...options, client: {} as typeof client })).toThrow(/`client`/);
    expect(() => redisApprovals({ ...options, session: '' })).toThrow(/`session`/);
    expect(() => redisApprovals({ ...options, keys: undefined as unknown as typeof keys })).toThrow(/`keys`/);
    expect(() => redisApprovals({ ...options, journal })).toThrow(/`journal`/);
  });
});
