// The kit's executors as an MCP server, in this process: a proxy starts `relay.mjs`, which hands its lines over. It has one
// tool; which executor, tool and call are meant stands in the arguments, and what else a call says in `_meta`.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { arrivedCall, asFailure, failureAsJson } from '../bridge.mjs';

/** Where what is no argument travels, as MCP wants it. */
export const carried = 'pawl.example/call';

const tool = {
  name: 'call',
  description: 'Calls one of the kit’s executors',
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
};

const run = async (inner, { arguments: { tool: name, id, ...input }, _meta }, { signal, report }) => {
  const progressToken = _meta?.progressToken;
  const onProgress = ({ fraction, message }) =>
    report({ progressToken, progress: fraction ?? 0, total: 1, ...(message === undefined ? {} : { message }) });
  try {
    const call = { ..._meta?.[carried], tool: name, id };
    const execution = await inner.execute(
      arrivedCall(call, input, { signal, ...(progressToken === undefined ? {} : { onProgress }) }),
    );
    return { content: [], structuredContent: { execution } };
  } catch (error) {
    return { content: [], structuredContent: { failure: failureAsJson(asFailure(error)) }, isError: true };
  }
};

/** Listens at a port of this machine; `add(inner)` makes an executor callable and gives its number. */
export const kitServer = async () => {
  const inners = new Map();
  const sockets = new Set();
  const converse = (socket) => {
    const running = new Map();
    const send = (message) => socket.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const call = async (id, params) => {
      const controller = new AbortController();
      running.set(id, controller);
      const { of, ...rest } = params.arguments;
      const report = (progress) => send({ method: 'notifications/progress', params: progress });
      const result = await run(inners.get(of), { ...params, arguments: rest }, { signal: controller.signal, report });
      // Nobody waits for the answer to a call that was cancelled.
      if (running.delete(id) && !controller.signal.aborted) send({ id, result });
    };
    const take = ({ id, method, params = {} }) => {
      if (method === 'initialize') {
        const { protocolVersion } = params;
        const serverInfo = { name: 'kit', version: '1.0.0' };
        send({ id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo } });
      } else if (method === 'tools/list') send({ id, result: { tools: [tool] } });
      else if (method === 'tools/call') void call(id, params);
      else if (method === 'ping') send({ id, result: {} });
      else if (method === 'notifications/cancelled') running.get(params.requestId)?.abort();
      else if (id !== undefined) send({ id, error: { code: -32_601, message: 'Method not found' } });
    };
    createInterface({ input: socket }).on('line', (line) => take(JSON.parse(line)));
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    converse(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: server.address().port,
    add: (inner) => {
      inners.set(inners.size, inner);
      return inners.size - 1;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};
