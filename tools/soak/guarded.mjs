// The executor that is served: a pool of programs, a control executor beside it, and the layers in front of both.
import { appendFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineExecutor, isToolFailure, layer, NONE, stack, unknownTool } from '@pawl/core';
import { approvalCache, approvalMemory } from '@pawl/decorators/approval-cache';
import { narrowing } from '@pawl/decorators/narrowing';
import { redaction } from '@pawl/decorators/redaction';
import { subprocess } from '@pawl/subprocess';
import { measureProcess } from './measure.mjs';

const program = fileURLToPath(new URL('./tool.mjs', import.meta.url));
const mebibyte = 2 ** 20;

const spec = (name, readOnlyHint) => ({
  name,
  description: `the soak's ${name}`,
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint, openWorldHint: false },
});

/** Tools of the server itself: what it holds at the moment, and a catalogue that changes when it is told to. */
const controls = (stats) => {
  const fixed = [spec('soak_stats', true), spec('soak_change', true)];
  const listeners = new Set();
  let specs = fixed;
  const change = () => {
    specs = specs === fixed ? [...fixed, spec('soak_extra', true)] : fixed;
    for (const listener of [...listeners]) listener();
    return specs.length;
  };
  const run = new Map([
    ['soak_stats', stats],
    ['soak_change', change],
    ['soak_extra', () => 'extra'],
  ]);
  return defineExecutor({
    workspace: 'none',
    specs: () => specs,
    onSpecsChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    requiredCapabilities: () => NONE,
    execute: async ({ tool }) => {
      if (!specs.some(({ name }) => name === tool)) throw unknownTool(tool);
      return { output: await run.get(tool)() };
    },
  });
};

const programs = ({ ledger, marker }, fallback) => {
  const common = { command: process.execPath, args: [program], env: { SOAK_LEDGER: ledger, PAWL_SOAK: marker } };
  const free = { ...common, capabilities: NONE, needsApproval: false, pool: 3 };
  return subprocess({
    workspace: 'none',
    maxMessageBytes: mebibyte,
    cancelGraceMs: 100,
    endGraceMs: 300,
    fallback,
    tools: [
      { ...free, spec: [spec('soak_run', false), spec('soak_forbidden', false)] },
      { ...free, pool: 1, needsApproval: true, spec: { ...spec('soak_asked', false), cacheableApproval: true } },
    ],
  });
};

/** Notes what `dispatch` says of each call, after every other layer. */
const recorder = (file) =>
  layer('recorder', { postDispatch: 'rewrites' }, (inner) => ({
    postDispatch: async (call, outcome) => {
      const last = await inner.postDispatch(call, outcome);
      const said = isToolFailure(last) ? { code: last.code, outcome: last.outcome } : { status: 'executed' };
      const { key } = call.args ?? {};
      if (key !== undefined) appendFileSync(file, `${JSON.stringify({ key, ...said })}\n`);
      return last;
    },
  }));

/** The stack, its memory of approvals, and the programs to close. `sessions` is what is open, for the figures. */
export const guarded = (files, sessions) => {
  const stats = () => ({
    ...measureProcess(),
    sessions: sessions(),
    programs: base.stats(),
    tools: executor.specs().map(({ name }) => name),
  });
  const base = programs(files, controls(stats));
  const memory = approvalMemory();
  const layers = [
    recorder(files.served),
    redaction({ personalData: 'keep' }),
    approvalCache({ memory }),
    narrowing({ deny: ['soak_forbidden'] }),
  ];
  const executor = stack(...layers)(base);
  return { executor, memory, close: () => base.close() };
};
