// The laws on our own packages: `npm run conformance`. Every subject is made anew for every run.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { capabilities, stack, toolCall } from '@pawl/core';
import { approvalCache, approvalMemory } from '@pawl/decorators/approval-cache';
import { cache } from '@pawl/decorators/cache';
import { narrowing } from '@pawl/decorators/narrowing';
import { policy } from '@pawl/decorators/policy';
import { redaction } from '@pawl/decorators/redaction';
import { retrievalGate } from '@pawl/decorators/retrieval-gate';
import { taintGate, taintLedger } from '@pawl/decorators/taint-gate';
import { mcpExecutor } from '@pawl/mcp';
import { registry, toolset } from '@pawl/registry';
import { subprocess } from '@pawl/subprocess';
import { chainSubject, compositeSubject, executorSubject, wrapperSubject } from '@pawl/testkit';
import { workspace } from '@pawl/workspace';
import { turnSubject } from './run-turn.mjs';

// The kit's catalogues are random, so no pattern can be sure to match.
const whenUnmatched = 'ignore';
const narrow = () => narrowing({ deny: ['*e*'], whenUnmatched });
const gate = () => retrievalGate({ query: 'read the file about the weather', k: 2, whenUnmatched });

const secrets = ['hunter2-correct-horse', 'tr0ub4dor-and-3'];
const redact = () => redaction({ secrets });

const rule = () =>
  policy({
    rules: [
      { when: { tool: '*e*' }, verdict: 'deny' },
      { when: { args: [{ at: '/path', prefix: '..' }] }, verdict: 'deny' },
    ],
    whenUnmatched,
  });

const cached = () => {
  const memory = approvalMemory();
  return { layer: approvalCache({ memory }), remember: (request, scope) => memory.remember(request, scope) };
};

const tainting = () => {
  const ledger = taintLedger();
  return { layer: taintGate({ ledger }), say: (session, said) => ledger.add({ session, kind: 'user', text: said }) };
};

const text = { type: 'object', properties: { text: { type: 'string' } }, additionalProperties: false };
const tools = () =>
  toolset(
    {
      echo: {
        description: 'Gives the text back.',
        input: text,
        annotations: { readOnlyHint: true, openWorldHint: false },
        capabilities: capabilities('local-read'),
        run: ({ text: said = '' }) => ({ said }),
      },
      spell: {
        description: 'Gives the text letter by letter.',
        input: text,
        capabilities: capabilities('local-read'),
        *stream({ text: said = '' }) {
          yield* said;
        },
      },
      constructor: { description: 'An ordinary name.', input: text, run: () => 'built' },
    },
    { workspace: 'none' },
  );

const require = createRequire(import.meta.url);
const filesystemServer = () =>
  join(require.resolve('@modelcontextprotocol/server-filesystem/package.json'), '../dist/index.js');

const connections = new Map();
const filesystem = async () => {
  const root = mkdtempSync(join(tmpdir(), 'pawl-conformance-'));
  writeFileSync(join(root, 'milk.txt'), 'Milk is out.');
  const connection = await mcpExecutor({
    name: 'filesystem',
    server: { command: process.execPath, args: [filesystemServer(), root] },
    requiredCapabilities: () => capabilities('local-read', 'local-write'),
  });
  connections.set(connection.executor, { connection, root });
  return connection.executor;
};
const closeFilesystem = async (executor) => {
  const { connection, root } = connections.get(executor);
  connections.delete(executor);
  await connection.close();
  rmSync(root, { recursive: true });
};

const roots = new Map();
const files = () => {
  const root = mkdtempSync(join(tmpdir(), 'pawl-conformance-'));
  writeFileSync(join(root, 'milk.txt'), 'Milk is out.');
  const executor = workspace({ root });
  roots.set(executor, root);
  return executor;
};
const removeFiles = (executor) => {
  rmSync(roots.get(executor), { recursive: true });
  roots.delete(executor);
};
const fileTool = (executor, tool, args) => executor.execute(toolCall({ id: '1', tool, args }));
const readFile = async (executor, path) => {
  try {
    return (await fileTool(executor, 'file_read', { path })).output.text;
  } catch (error) {
    if (error.code === 'not-found') return undefined;
    throw error;
  }
};

const programs = () =>
  subprocess({
    workspace: 'none',
    tools: [
      {
        spec: {
          name: 'echo',
          description: 'Gives the text back.',
          inputSchema: text,
          annotations: { readOnlyHint: true, openWorldHint: false },
        },
        command: process.execPath,
        args: [fileURLToPath(new URL('echo.mjs', import.meta.url))],
      },
    ],
  });

let added = 0;

export default [
  wrapperSubject({ name: 'narrowing', layer: narrow() }),
  wrapperSubject({ name: 'retrievalGate', layer: gate() }),
  wrapperSubject({ name: 'redaction', layer: redact(), secrets }),
  wrapperSubject({ name: 'approvalCache', create: cached }),
  wrapperSubject({ name: 'policy', layer: rule(), denies: ({ tool }) => tool.includes('e') }),
  wrapperSubject({ name: 'taintGate', create: tainting }),
  wrapperSubject({ name: 'cache', create: () => ({ layer: cache({ ttlMs: 60_000 }) }) }),
  chainSubject({ name: 'all four layers', layers: [stack(gate(), cached().layer, redact(), narrow())] }),
  executorSubject({
    name: 'toolset',
    create: tools,
    sampleCalls: [
      { id: '1', tool: 'echo', args: { text: 'hello' } },
      { id: '2', tool: 'constructor', args: {} },
      { id: '3', tool: 'spell', args: { text: 'abc' } },
    ],
    changeCatalogue: (executor) => {
      executor.add({ name: `added_${++added}`, description: 'Comes later.', run: () => null });
    },
  }),
  compositeSubject({
    name: 'registry',
    // The sources answer for themselves, so that the owner's word is the whole of it.
    create: (sources) =>
      registry(sources.map((source) => ({ ...source, origin: 'first-party', capabilities: 'owner' }))),
  }),
  executorSubject({
    name: 'mcpExecutor on the official filesystem server',
    cost: 'slow',
    create: filesystem,
    dispose: closeFilesystem,
    sampleCalls: [{ id: '1', tool: 'list_allowed_directories', args: {} }],
  }),
  executorSubject({
    name: 'workspace',
    cost: 'slow',
    create: files,
    dispose: removeFiles,
    sampleCalls: [{ id: '1', tool: 'file_read', args: { path: 'milk.txt' } }],
    files: {
      write: (executor, path, content) => fileTool(executor, 'file_write', { path, content }),
      read: readFile,
    },
  }),
  executorSubject({
    name: 'subprocess',
    cost: 'slow',
    create: programs,
    dispose: (executor) => executor.close(),
    sampleCalls: [{ id: '1', tool: 'echo', args: { text: 'hello' } }],
  }),
  turnSubject,
];
