// Measures what a turn adds to the calls it makes, over a guarded stack, and what the file journal costs on top.
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allow, defineExecutor, dispatch, NONE, stack, toolCall } from '@pawl/core';
import { approvalCache, approvalMemory } from '@pawl/decorators/approval-cache';
import { narrowing } from '@pawl/decorators/narrowing';
import { redaction } from '@pawl/decorators/redaction';
import { ed25519Signer, keyRing, openFileJournal } from '@pawl/journal';
import { runTurn, scriptedModel } from '@pawl/runtime';

export const name = 'a turn';

const size = 100;
const rounds = 40;
const args = { path: 'notes/today.md' };
const specs = ['read', 'write'].map((tool) => ({
  name: tool,
  description: '',
  inputSchema: { type: 'object' },
  annotations: { openWorldHint: false },
}));
const base = defineExecutor({
  specs: () => specs,
  requiredCapabilities: () => NONE,
  preDispatch: async () => allow(),
  execute: async () => ({ output: 'a few words of text' }),
});
const tools = stack(approvalCache({ memory: approvalMemory() }), redaction(), narrowing({ deny: ['write'] }))(base);

const proposed = Array.from({ length: size }, (_, index) => ({ id: `c${index}`, tool: 'read', args }));
const messages = [{ role: 'user', text: 'go' }];
const done = { text: 'done' };

const turn = (script, options) => async () => {
  const steps = script();
  const result = await runTurn({
    model: scriptedModel(steps),
    executor: tools,
    messages,
    options: { maxSteps: 200, ...options?.() },
  });
  if (result.status !== 'completed') throw new Error(`the turn is ${result.status}`);
};
const oneBatch = () => [{ toolCalls: proposed }, done];
const oneByOne = () => [...proposed.map((call) => ({ toolCalls: [call] })), done];

// What the model itself takes is no cost of the turn: the script is read here as the turn reads it.
const readScript = (script) => async () => {
  const steps = script();
  const model = scriptedModel(steps);
  const transcript = [...messages];
  for (let at = 0; at < steps.length; at++) {
    const { message } = await model.generate({ messages: transcript, tools: specs });
    transcript.push(message, ...(message.toolCalls ?? []).map(() => message));
  }
};

const executeBare = (together) => async () => {
  const execute = ({ id, tool }) => tools.execute(toolCall({ id, tool, args }));
  if (together) await Promise.all(proposed.map(execute));
  else for (const call of proposed) await execute(call);
};
const dispatchBare = (together) => async () => {
  if (together) await Promise.all(proposed.map((call) => dispatch(tools, call)));
  else for (const call of proposed) await dispatch(tools, call);
};

/** Microseconds a call, the best of rounds that are run in turns: whatever else runs here only makes a round slower. */
const best = async (works) => {
  const found = works.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round++) {
    for (const [index, work] of works.entries()) {
      const start = performance.now();
      await work();
      found[index] = Math.min(found[index], ((performance.now() - start) * 1_000) / size);
    }
  }
  return found;
};

const compare = async (what, script, together) => {
  const [whole, model, execute, dispatched] = await best([
    turn(script),
    readScript(script),
    executeBare(together),
    dispatchBare(together),
  ]);
  const over = whole - model - execute;
  return [
    { name: `${what}: the tools' own executor, a call`, unit: 'µs', value: execute },
    { name: `${what}: dispatch, a call`, unit: 'µs', value: dispatched },
    {
      name: `${what}: the turn adds over the executor, a call`,
      unit: 'µs',
      value: over,
      target: '< 50',
      ok: over < 50,
    },
    { name: `${what}: the turn adds over dispatch, a call`, unit: 'µs', value: whole - model - dispatched },
  ];
};

const withJournal = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'pawl-turn-bench-'));
  try {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const keys = keyRing([{ key: publicKey, uses: ['journal'] }]);
    const journal = await openFileJournal({ directory, session: 'bench', signer: ed25519Signer(privateKey), keys });
    const options = () => ({ journal });
    const [plain, batch, single] = await best([turn(oneBatch), turn(oneBatch, options), turn(oneByOne, options)]);
    await journal.close();
    return [
      { name: 'one batch of 100: the file journal adds, a call', unit: 'µs', value: batch - plain },
      { name: '100 steps of one: with the file journal, a call', unit: 'µs', value: single },
    ];
  } finally {
    await rm(directory, { recursive: true });
  }
};

export const run = async () => [
  ...(await compare('one batch of 100', oneBatch, true)),
  ...(await compare('100 steps of one', oneByOne, false)),
  ...(await withJournal()),
];
