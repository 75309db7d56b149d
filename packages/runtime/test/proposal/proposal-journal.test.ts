import { deny, modify, requireApproval } from '@pawl/core';
import { verify } from '@pawl/journal';
import { describe, expect, it } from 'vitest';
import { type Action, type ProposalEvent, runProposal } from '../../src/proposal/index.js';
import { eventsOf, keys, newJournal } from './keys.js';
import { fails, inTurn, says, startNamed, toolsOf } from './tools.js';

const outline = async (journal: ReturnType<typeof newJournal>) =>
  (await eventsOf(journal)).map(({ type, data }) => {
    const said = data as { readonly callId?: string; readonly attempt?: number; readonly verdict?: string };
    return [type, said.callId, said.attempt ?? said.verdict].filter((one) => one !== undefined).join(' ');
  });

describe('the journal of a proposal', () => {
  it('tells of every try, by ids that no other proposal has', async () => {
    const journal = newJournal();
    const tools = toolsOf(
      { a: inTurn(fails(), says('a')), no: says('no') },
      {
        preDispatch: async ({ tool }) => (tool === 'no' ? deny('not this') : { verdict: 'allow' }),
      },
    );
    const actions: readonly Action[] = [
      { id: 'x', tool: 'a', onFailure: 'retry' },
      { id: 'y', tool: 'no', onFailure: 'skip' },
      { id: 'z', tool: 'a', dependsOn: ['y'], onFailure: 'skip' },
    ];
    await startNamed(tools, actions, { journal, caller: 'ada' });
    expect(await outline(journal)).toEqual([
      ...['call p/x 1', 'call p/y 1', 'call p/z 1', 'decision p/y deny', 'result p/y'],
      ...['decision p/x allow', 'result p/x', 'call p/x 2', 'decision p/x allow', 'result p/x', 'result p/z'],
    ]);
    expect(tools.calls.map(({ id }) => id)).toEqual(['p/x', 'p/x']);
    const events = await eventsOf(journal);
    expect(await verify(events, keys)).toMatchObject({ ok: true });
    expect(events.filter(({ type }) => type === 'result').map(({ data }) => data)).toMatchObject([
      ...[
        { status: 'denied' },
        { status: 'failed', code: 'tool-error' },
        { status: 'executed' },
        { status: 'skipped' },
      ],
    ]);
  });

  it('has the start of a try before the tool runs', async () => {
    const journal = newJournal();
    const seen: string[][] = [];
    const look = async () => {
      seen.push((await outline(journal)).slice(-1));
      return { output: '' };
    };
    await startNamed(toolsOf({ a: look }), [{ id: 'x', tool: 'a' }], { journal });
    expect(seen).toEqual([['decision p/x allow']]);
  });

  it('tells of rewrites, notes and redactions, of these by rule and count', async () => {
    const journal = newJournal();
    const events: ProposalEvent[] = [];
    const tools = toolsOf(
      { a: says('a') },
      {
        preDispatch: async () => ({ ...modify({ n: 2 }), notes: ['a note'] }),
        postDispatch: async (_call, outcome) =>
          outcome instanceof Error ? outcome : { ...outcome, redactions: [{ rule: 'key', path: '/sk-secret' }] },
      },
    );
    await startNamed(tools, [{ id: 'x', tool: 'a', args: { n: 1 } }], {
      journal,
      onEvent: (event) => events.push(event),
    });
    const told = (await outline(journal)).filter((line) => !/call|decision|result/.test(line));
    expect(told).toEqual(['modify p/x', 'inject p/x', 'redaction p/x']);
    expect(JSON.stringify(await eventsOf(journal))).not.toContain('sk-secret');
    expect(events.map(({ type }) => type)).toEqual([
      ...['started', 'modify', 'inject', 'redaction', 'result', 'completed'],
    ]);
  });

  it('is needed with an id, and starts nothing where it is closed', async () => {
    const journal = newJournal();
    const tools = toolsOf({ a: says('a', { x: 1 }) });
    const actions = [{ id: 'x', tool: 'a' }];
    await expect(
      runProposal({ executor: tools.executor, proposal: { actions }, options: { journal } }),
    ).rejects.toMatchObject({ problems: [{ code: 'no-id' }] });
    await expect(runProposal({ executor: tools.executor, proposal: { id: 'a/b', actions } })).rejects.toMatchObject({
      problems: [{ code: 'invalid-id' }],
    });
    await journal.close();
    await expect(startNamed(tools, actions, { journal })).rejects.toMatchObject({
      code: 'not-kept',
      resume: { settled: [], attempts: [] },
    });
    expect(tools.calls).toEqual([]);
  });

  it('has no start of an action that the gate wants a person for by the time it would run', async () => {
    const journal = newJournal();
    let ran = false;
    const a = () => {
      ran = true;
      return { output: '' };
    };
    const tools = toolsOf(
      { a, b: says('b') },
      {
        preDispatch: async ({ tool }) => (tool === 'b' && ran ? requireApproval('now') : { verdict: 'allow' }),
      },
    );
    const actions = [
      { id: 'x', tool: 'a' },
      { id: 'y', tool: 'b' },
    ];
    expect((await startNamed(tools, actions, { journal })).status).toBe('paused');
    expect(await outline(journal)).not.toContain('decision p/y allow');
    expect(await outline(journal)).toContain('decision p/y ask');
  });
});
