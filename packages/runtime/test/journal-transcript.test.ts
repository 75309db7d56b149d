import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineExecutor, NONE, type ToolExecutor } from '@pawl/core';
import { ed25519Signer, type Journal, keyRing, openFileJournal } from '@pawl/journal';
import { expect, it, onTestFinished } from 'vitest';
import { decisionsOf, journalTranscript, type Message, runTurn, scriptedModel } from '../src/index.js';

const ran: string[] = [];

const tools = (): ToolExecutor =>
  defineExecutor({
    workspace: 'none',
    specs: () =>
      ['look', 'change'].map((name) => ({
        name,
        description: `Does ${name}`,
        inputSchema: { type: 'object' },
        annotations: { readOnlyHint: name === 'look', openWorldHint: false },
      })),
    requiredCapabilities: () => NONE,
    execute: async ({ id }) => {
      ran.push(id);
      return { output: `did ${id}` };
    },
  });

const openJournals = (): (() => Promise<Journal>) => {
  const directory = mkdtempSync(join(tmpdir(), 'pawl-transcript-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const keys = keyRing([{ key: publicKey, uses: ['journal'] }]);
  return () => openFileJournal({ directory, session: 's', signer: ed25519Signer(privateKey), keys });
};

const question: Message = { role: 'user', text: 'Change it.' };

it('gives back, from the file alone, what a turn needs to go on, and the turn goes on', async () => {
  const open = openJournals();
  ran.length = 0;
  const first = await open();
  const before = journalTranscript(first);
  await before.onMessage(question);
  const paused = await runTurn({
    model: scriptedModel([
      { text: 'Looking.', toolCalls: [{ id: 'a', tool: 'look' }] },
      { toolCalls: [{ id: 'b', tool: 'change' }] },
    ]),
    executor: tools(),
    messages: [question],
    options: { journal: first, onMessage: before.onMessage, session: 's' },
  });
  expect(paused.status).toBe('paused');
  await before.keepState(paused.state);
  await first.close();

  const second = await open();
  const after = journalTranscript(second);
  const kept = await after.load();
  expect(kept).toEqual({ messages: paused.messages, state: paused.state });
  const [asked] = paused.pendingApprovals;
  if (asked === undefined) throw new Error('nobody was asked');
  const { messages, status } = await runTurn({
    model: scriptedModel([{ text: 'Changed.' }]),
    executor: tools(),
    messages: kept.messages,
    options: {
      journal: second,
      onMessage: after.onMessage,
      session: 's',
      ...(kept.state === undefined ? {} : { state: kept.state }),
      approvals: decisionsOf([{ request: asked.request, answer: 'approve' }]),
    },
  });
  expect(status).toBe('completed');
  expect(ran).toEqual(['a', 'b']);
  expect((await after.load()).messages).toEqual(messages);
  await second.close();
});

it("keeps a worker's messages out of its parent's transcript, and adds them to the worker that was waiting", async () => {
  await using journal = await openJournals()();
  const transcript = journalTranscript(journal);
  const worker = { id: 'w', agent: 'clerk' };
  const said = (text: string): Message => ({ role: 'user', text });
  await transcript.onMessage(question);
  await transcript.onMessage(said('before it waited'), { worker });
  const waiting = {
    agent: 'clerk',
    messages: [said('before it waited')],
    usage: { inputTokens: 1, outputTokens: 1 },
    steps: 1,
    seeded: [],
  };
  await transcript.keepState({ workers: { w: waiting }, recovered: [], hatchUsed: false });
  await transcript.onMessage(said('after'), { worker });
  await transcript.onMessage(said('of one that never waited'), { worker: { id: 'v', agent: 'clerk' } });
  const { messages, state } = await transcript.load();
  expect(messages).toEqual([question]);
  expect(state?.workers).toEqual({ w: { ...waiting, messages: [said('before it waited'), said('after')] } });
});
