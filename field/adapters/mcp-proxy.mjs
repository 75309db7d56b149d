// An MCP proxy made of the official client and server, as short as the SDK lets it be, between an official client and an
// official server that offers the kit's executor.
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { Server } from '@modelcontextprotocol/server';
import { isToolFailure, ToolFailure } from '@pawl/core';
import { argumentsOf, arrivedCall, asFailure, bridged, failureAsJson, failureFromJson } from '../bridge.mjs';

const info = { name: 'field', version: '1.0.0' };
const tools = { capabilities: { tools: {} } };

const connected = async (server) => {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client(info);
  await Promise.all([server.connect(far), client.connect(near)]);
  return client;
};

/** The wrapper under test: it hands every call on to the server behind it. */
const proxyOf = (client) => {
  const server = new Server(info, tools);
  server.setRequestHandler('tools/list', ({ params }) => client.listTools(params));
  server.setRequestHandler('tools/call', ({ params }) => client.callTool(params));
  return server;
};

const carried = 'pawl/call';

const upstreamOf = (inner) => {
  const server = new Server(info, tools);
  server.setRequestHandler('tools/list', () => ({ tools: [] }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const call = params._meta?.[carried] ?? { id: 'unknown', tool: params.name };
    const progressToken = params._meta?.progressToken;
    const onProgress = ({ fraction, message }) =>
      void mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken, progress: fraction ?? 0, total: 1, ...(message === undefined ? {} : { message }) },
      });
    try {
      const execution = await inner.execute(
        arrivedCall({ ...call, tool: params.name }, params.arguments ?? {}, {
          signal: mcpReq.signal,
          ...(progressToken === undefined ? {} : { onProgress }),
        }),
      );
      return { content: [], structuredContent: { execution } };
    } catch (error) {
      return { content: [], structuredContent: { failure: failureAsJson(asFailure(error)) }, isError: true };
    }
  });
  return server;
};

const run = (between, inner) => {
  let opened;
  const open = async () => between(await connected(upstreamOf(inner)));
  return async (call) => {
    opened ??= open();
    const client = await opened;
    // MCP's own way to carry what is no argument is `_meta`.
    const { args: _args, signal, onProgress, ...rest } = call;
    const progress = ({ progress: done, total, message }) =>
      onProgress({ fraction: done / (total ?? 1), ...(message === undefined ? {} : { message }) });
    try {
      const { structuredContent, isError } = await client.callTool(
        { name: call.tool, arguments: argumentsOf(call), _meta: { [carried]: rest } },
        { ...(signal === undefined ? {} : { signal }), ...(onProgress === undefined ? {} : { onprogress: progress }) },
      );
      if (isError === true) throw failureFromJson(structuredContent.failure);
      return structuredContent.execution;
    } catch (error) {
      throw isToolFailure(error) ? error : new ToolFailure(error.message, { code: 'tool-error', cause: error });
    }
  };
};

const wrapBy = (between) => {
  const wrap = (inner) => bridged(inner, { execute: run(between, inner) }, wrap);
  return wrap;
};

export const adapter = {
  name: 'MCP proxy of the official client and server',
  library: '@modelcontextprotocol/client',
  what: 'a server whose `tools/call` handler is `client.callTool(params)`, between an official client and an official server',
  members: ['execute'],
  touches: {},
  wrap: wrapBy((client) => connected(proxyOf(client))),
  control: wrapBy((client) => client),
};
