// A running MCP proxy as a wrapper for the kit: every call of an executor goes out through the proxy and comes back to the
// executor behind it.
import { fileURLToPath } from 'node:url';
import { ToolFailure } from '@pawl/core';
import { argumentsOf, bridged, failureFromJson } from '../bridge.mjs';
import { carried, kitServer } from './kit-server.mjs';
import { calling } from './names.mjs';
import { open } from './open.mjs';
import { wireClient } from './wire-client.mjs';

const relay = fileURLToPath(new URL('./relay.mjs', import.meta.url));

/** A client that hands progress to the call it is about. */
const clientOf = async (transport) => {
  const listeners = new Map();
  const onNotification = ({ method, params }) => {
    if (method === 'notifications/progress') listeners.get(params.progressToken)?.(params);
  };
  const client = await calling(await wireClient(transport, { onNotification }), 'call');
  return { client, listeners };
};

const progressTo =
  (onProgress) =>
  ({ progress, total, message }) =>
    onProgress({ fraction: progress / (total ?? 1), ...(message === undefined ? {} : { message }) });

let tokens = 0;

const executeThrough =
  ({ client, listeners }, of) =>
  async (call) => {
    const { args: _args, signal, onProgress, tool, id, ...rest } = call;
    const token = onProgress === undefined ? undefined : `kit-${++tokens}`;
    if (token !== undefined) listeners.set(token, progressTo(onProgress));
    const meta = { [carried]: rest, ...(token === undefined ? {} : { progressToken: token }) };
    const reply = client.call('call', { of, tool, id, ...argumentsOf(call) }, meta);
    let onAbort = () => {};
    // Nothing is answered to a call that was cancelled, so whoever cancels waits no longer.
    const cancelled = new Promise((_resolve, reject) => {
      onAbort = () => {
        void client.notify('notifications/cancelled', { requestId: reply.id });
        reject(new ToolFailure(`${tool} was cancelled`, { code: 'cancelled', outcome: 'unknown' }));
      };
    });
    cancelled.catch(() => {});
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      const { result, error } = await Promise.race([reply, cancelled]);
      if (result === undefined) throw new ToolFailure(error?.message ?? 'no answer', { code: 'tool-error' });
      const { execution, failure } = result.structuredContent ?? {};
      if (failure !== undefined && result.isError === true) throw failureFromJson(failure);
      if (execution === undefined)
        throw new ToolFailure('the result lost what the tool answered', { code: 'tool-error' });
      return execution;
    } finally {
      listeners.delete(token);
      signal?.removeEventListener('abort', onAbort);
    }
  };

/** Starts a proxy in front of the kit's executors; `wrap` goes through it. `close` ends both. */
export const throughProxy = async (contender) => {
  const server = await kitServer();
  const run = await open(contender, [process.execPath, relay, String(server.port)]);
  const close = async () => {
    await run.end();
    server.close();
  };
  try {
    const connection = await clientOf(run.transport());
    const wrap = (inner) => bridged(inner, { execute: executeThrough(connection, server.add(inner)) }, wrap);
    return { wrap, close };
  } catch (error) {
    await close();
    throw error;
  }
};

/** What a reader must know of a law that this path tells nothing to. */
const remarks = {
  'DEF-03': 'the law turns a clock of its own, and this path takes real time, so it says nothing here',
};

/** What the report needs to hold a running proxy to the laws, as a wrapper that claims to touch nothing. */
export const kitAdapter = (contender, { wrap, control }) => ({
  name: `${contender.name} in front of the kit`,
  library: contender.library,
  version: contender.version(),
  what: `${contender.what}, between a client and a server that carry the kit’s calls: tool, id and arguments as arguments, the rest in \`_meta\``,
  members: ['execute'],
  touches: {},
  // A busy machine must not look like a member that never settles.
  patienceMs: 8_000,
  remarks: { ...remarks, ...contender.remarks },
  wrap,
  control,
});
