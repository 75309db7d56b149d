import { describe, expect, it } from 'vitest';
import { agent, keys } from '../../test/fixture.js';
import { memoryJournal } from '../journal/memory-journal.js';
import { redactionData } from './redaction-data.js';

describe('a redaction event', () => {
  it('holds rules and counts, and no path', () => {
    const redactions = [
      { rule: 'token', path: '/output/hunter2' },
      { rule: 'mail', path: '/output/1' },
      { rule: 'token', path: '/output/2' },
    ];
    expect(redactionData({ callId: 'c', tool: 't' }, redactions)).toEqual({
      callId: 'c',
      tool: 't',
      rules: [
        { rule: 'mail', count: 1 },
        { rule: 'token', count: 2 },
      ],
    });
  });

  it('is refused where it holds anything else', async () => {
    const journal = memoryJournal({ session: 's', signer: agent.signer, keys });
    const rules = [{ rule: 'token', count: 1, text: 'hunter2' }];
    await expect(journal.append('redaction', { callId: 'c', tool: 't', rules })).rejects.toMatchObject({
      code: 'invalid-event',
      message: expect.not.stringContaining('hunter2'),
    });
    expect(journal.head()).toBeUndefined();
  });
});
