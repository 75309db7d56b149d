import type { ToolExecutor } from '@pawl/core';
import { describe, expect, it } from 'vitest';
import { checkConformance, type LawResult, type WrapperSubject, wrapperSubject } from '../src/index.js';
import { overMessages, type WireFaults } from './over-messages.js';

const proxy = (faults: WireFaults = {}): WrapperSubject =>
  wrapperSubject({
    name: 'a proxy over messages',
    touches: {},
    cost: 'slow',
    wrap: (inner: ToolExecutor) => overMessages(inner, faults),
  });

const one = async (subject: WrapperSubject, law: string): Promise<LawResult | undefined> =>
  (await checkConformance(subject, { laws: [law] })).results[0];

describe('a wrapper whose calls travel as messages', () => {
  it.each(['RAC-01', 'FWD-20'])('can keep %s', async (law) => {
    const result = await one(proxy(), law);
    expect(result?.counterexample?.text).toBeUndefined();
    expect(result?.verdict).toBe('pass');
  });

  it('breaks RAC-01 where calls of two callers share an answer', async () => {
    const shared = proxy({ keyOf: ({ tool, args, session }) => JSON.stringify([tool, args, session]) });
    expect(await one(shared, 'RAC-01')).toMatchObject({ verdict: 'fail', counterexample: { member: 'execute' } });
  });

  it('breaks FWD-20 where no abort is sent', async () => {
    const result = await one(proxy({ onAbort: 'ignored' }), 'FWD-20');
    expect(result).toMatchObject({ verdict: 'fail', counterexample: { member: 'execute' } });
    expect(result?.counterexample?.but).toContain('the tool runs on');
  });

  it('breaks FWD-20 where no progress comes back', async () => {
    const result = await one(proxy({ onProgress: 'ignored' }), 'FWD-20');
    expect(result).toMatchObject({ verdict: 'fail', counterexample: { member: 'execute' } });
    expect(result?.counterexample?.but).toContain('heard nothing');
  });
});
