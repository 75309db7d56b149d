import { requireApproval } from '@pawl/core';
import { describe, expect, it } from 'vitest';
import { type Action, memoryState, type ProposalEvent } from '../../src/proposal/index.js';
import { fails, inTurn, says, startNamed, toolsOf } from './tools.js';

describe('whoever listens to a proposal', () => {
  const told = async (run: (onEvent: (event: ProposalEvent) => void) => Promise<unknown>) => {
    const events: ProposalEvent[] = [];
    await run((event) => events.push(event));
    return events;
  };

  it('hears of starts, progress, retries and results', async () => {
    const tools = toolsOf({
      a: inTurn(fails(), (call) => {
        call.onProgress?.({ fraction: 0.5 });
        return { output: 'a' };
      }),
    });
    const events = await told((onEvent) =>
      startNamed(tools, [{ id: 'x', tool: 'a', onFailure: 'retry' }], { onEvent }),
    );
    const call = { action: 'x', callId: 'p/x', tool: 'a' };
    expect(events).toMatchObject([
      { type: 'started', attempt: 1, ...call },
      { type: 'retry', attempt: 2, delayMs: 100, failure: { code: 'tool-error' }, ...call },
      { type: 'started', attempt: 2, ...call },
      { type: 'progress', progress: { fraction: 0.5 }, ...call },
      { type: 'result', action: 'x', result: { status: 'executed', attempts: 2 } },
      { type: 'completed' },
    ]);
  });

  it('hears that people must be asked, that it ended early, and whether the state was restored', async () => {
    const asks = toolsOf({ a: says('a') }, { preDispatch: async () => requireApproval('ask') });
    const actions: readonly Action[] = [{ id: 'x', tool: 'a' }];
    expect(await told((onEvent) => startNamed(asks, actions, { onEvent }))).toMatchObject([
      { type: 'paused', pending: [{ callId: 'p/x' }] },
    ]);
    const state = { ...memoryState(), restore: () => Promise.reject(new Error('down')) };
    const bad = toolsOf({ a: fails() });
    expect(await told((onEvent) => startNamed(bad, actions, { onEvent, state }))).toMatchObject([
      ...[{ type: 'started' }, { type: 'result' }, { type: 'aborted', reason: expect.stringContaining('broke') }],
      { type: 'restored', restored: false },
    ]);
  });

  it('breaks nothing by throwing', async () => {
    const tools = toolsOf({
      a: (call) => {
        call.onProgress?.({ fraction: 0.5 });
        return { output: 'a' };
      },
    });
    const onEvent = () => {
      throw new Error('a bad listener');
    };
    expect((await startNamed(tools, [{ id: 'x', tool: 'a' }], { onEvent })).status).toBe('completed');
  });
});
