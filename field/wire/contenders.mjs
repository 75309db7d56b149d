// The proxies, and how each is put in front of a server's command.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const node = process.execPath;
const versionIn = (folder, library) =>
  JSON.parse(readFileSync(here(`../../${folder}node_modules/${library}/package.json`), 'utf8')).version;
const installed = (library) => versionIn('field/proxies/', library);
const program = (path) => here(`../proxies/node_modules/${path}`);
const shellWord = (word) => `'${word.replaceAll("'", "'\\''")}'`;

const fileWith = (value) => {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-field-'));
  const file = join(folder, 'config.json');
  writeFileSync(file, JSON.stringify(value));
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
};

const pawl = here('../../packages/cli/dist/main.js');

/** The four layers of the bench, none of which touches what the comparison calls. */
const fourLayers = ([command, ...args], tool) => ({
  mcpServers: { one: { command, args, origin: 'local-sandbox' } },
  layers: [
    { retrievalGate: { query: tool, k: 3, pinned: [tool] } },
    { approvalCache: {} },
    { redaction: {} },
    { narrowing: { deny: ['never_listed_*'], whenUnmatched: 'ignore' } },
  ],
});

/**
 * Every contender: `front` says how a client reaches it (`stdio`, `http` for Streamable HTTP, `sse`), `command(server, port)`
 * what is started, with `remove` for what was written for it, `ready` whether it has connected to its server, and `needs`
 * which folder must be installed. `behind: 'http'` is one that reaches servers over HTTP alone.
 */
export const contenders = [
  {
    id: 'bare',
    name: 'bare proxy',
    library: '@modelcontextprotocol/client and /server',
    version: () => versionIn('', '@modelcontextprotocol/client'),
    what: '`client.listTools()` and `client.callTool(params)` as the handlers of an official server',
    front: 'stdio',
    command: (server) => ({ argv: [node, here('../../packages/cli/test/fixtures/bare-proxy.mjs'), ...server] }),
  },
  {
    id: 'mcp-proxy',
    needs: 'field/proxies',
    name: 'mcp-proxy',
    library: 'mcp-proxy',
    version: () => installed('mcp-proxy'),
    what: '`mcp-proxy --server stream -- <server>`',
    front: 'http',
    command: (server, port) => ({
      argv: [
        ...[node, program('mcp-proxy/dist/bin/mcp-proxy.mjs'), '--host', '127.0.0.1', '--port', String(port)],
        ...['--server', 'stream', '--', ...server],
      ],
    }),
  },
  {
    id: 'mcp-hub',
    needs: 'field/proxies',
    name: 'mcp-hub',
    library: 'mcp-hub',
    version: () => installed('mcp-hub'),
    what: '`mcp-hub --config <file>` with one server, reached over SSE, the transport it offers in front',
    front: 'sse',
    remarks: {
      'FWD-11': 'attempt, session and caller travel in `_meta`, which does not arrive',
      'RAC-01': 'the session is lost with `_meta`; see the comparison for answers that cross',
    },
    ready: async (origin) => (await (await fetch(`${origin}/api/health`)).json()).servers[0]?.status === 'connected',
    command: ([command, ...args], port) => {
      const { file, remove } = fileWith({ mcpServers: { one: { command, args } } });
      return { argv: [node, program('mcp-hub/dist/cli.js'), '--port', String(port), '--config', file], remove };
    },
  },
  {
    id: 'civic',
    needs: 'field/proxies',
    name: '@civic/passthrough-mcp-server',
    library: '@civic/passthrough-mcp-server',
    version: () => installed('@civic/passthrough-mcp-server'),
    what: 'its `PassthroughContext` between the SDK’s stdio transports, without hooks',
    front: 'stdio',
    command: (server) => ({ argv: [node, here('../proxies/civic-stdio.mjs'), ...server] }),
  },
  {
    id: 'supergateway',
    needs: 'field/proxies',
    name: 'supergateway',
    library: 'supergateway',
    version: () => installed('supergateway'),
    what: '`supergateway --stdio <server> --outputTransport streamableHttp --stateful`',
    front: 'http',
    command: (server, port) => ({
      argv: [
        ...[node, program('supergateway/dist/index.js'), '--stdio', server.map(shellWord).join(' ')],
        ...['--outputTransport', 'streamableHttp', '--stateful', '--port', String(port)],
      ],
    }),
  },
  {
    id: 'mcp-remote',
    needs: 'field/proxies',
    name: 'mcp-remote',
    library: 'mcp-remote',
    version: () => installed('mcp-remote'),
    what: '`mcp-remote <url> --transport http-only`, with a relay of messages that puts the server behind a URL',
    front: 'stdio',
    behind: 'http',
    command: (_server, port) => ({
      argv: [
        ...[node, program('mcp-remote/dist/proxy.js'), `http://127.0.0.1:${port}/mcp`],
        ...['--transport', 'http-only', '--allow-http'],
      ],
    }),
  },
  {
    id: 'pawl',
    name: 'pawl serve',
    library: '@pawl/cli',
    version: () => 'of this repository',
    what: '`pawl serve -- <server>`: the safe default, which asks for what may destroy and replaces secrets',
    front: 'stdio',
    command: (server) => ({ argv: [node, pawl, 'serve', '--', ...server] }),
  },
];

/** `pawl serve` with four layers, for the time a call takes. */
export const layered = {
  id: 'pawl-4',
  name: 'pawl serve, four layers',
  library: '@pawl/cli',
  version: () => 'of this repository',
  what: 'retrieval gate, approval cache, redaction and narrowing in front of one server',
  front: 'stdio',
  command: (server) => {
    const { file, remove } = fileWith(fourLayers(server, 'echo'));
    return { argv: [node, pawl, 'serve', file], remove };
  },
};

/** No proxy at all: what the others are compared with. */
export const direct = {
  id: 'direct',
  name: 'no proxy',
  front: 'stdio',
  command: (server) => ({ argv: [...server] }),
};

/** No proxy, and the relay that `mcp-remote` needs. */
export const directOverHttp = { id: 'direct-http', name: 'no proxy, over HTTP', front: 'http', behind: 'http' };
