import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { InMemoryTransport, type JSONRPCMessage } from '@modelcontextprotocol/server';
import { defineExecutor, type ExecutorParts, NONE, type ToolExecutor, type ToolSpec } from '@pawl/core';
import { type McpServing, type ServeMcpOptions, serveMcp } from '@pawl/mcp';

/** A served executor with the official client at the other end. */
export interface Served extends AsyncDisposable {
  readonly client: Client;
  readonly serving: McpServing;
  /** Every message that the server sent, as it was on the wire. */
  readonly sent: JSONRPCMessage[];
}

/** A client that says yes, or no, to every question, and keeps the questions. */
export const askedClient = (
  answer: unknown,
): { readonly client: Client; readonly asked: { readonly message: string; readonly requestedSchema: unknown }[] } => {
  const asked: { message: string; requestedSchema: unknown }[] = [];
  const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: { form: {} } } });
  client.setRequestHandler('elicitation/create', async (request) => {
    asked.push(request.params as (typeof asked)[number]); // a form is all that is ever asked for
    return answer as { action: 'accept' };
  });
  return { client, asked };
};

/** Serves in memory. */
export const serveTo = async (
  executor: ToolExecutor,
  options: Partial<ServeMcpOptions> = {},
  client: Client = new Client({ name: 'test', version: '1' }, {} satisfies ClientOptions),
): Promise<Served> => {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const sent: JSONRPCMessage[] = [];
  const serving = await serveMcp(executor, { ...options, transport: { kind: 'transport', transport: theirs } });
  await client.connect(ours);
  const receive = ours.onmessage;
  ours.onmessage = (message, extra) => {
    sent.push(message);
    receive?.(message, extra);
  };
  return {
    client,
    serving,
    sent,
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await serving.close();
    },
  };
};

/** The official client, connected over HTTP. */
export const connectHttp = async (
  url: string,
  headers: Readonly<Record<string, string>> = {},
  client: Client = new Client({ name: 'test', version: '1' }),
): Promise<Client> => {
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return client;
};

/** A spec of a tool that needs nobody's word. */
export const free = (name: string, rest: Partial<ToolSpec> = {}): ToolSpec => ({
  name,
  description: `does ${name}`,
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint: true, openWorldHint: false },
  ...rest,
});

/** An executor whose tools require nothing. */
export const executorOf = (specs: readonly ToolSpec[], parts: ExecutorParts = {}): ToolExecutor =>
  defineExecutor({
    workspace: 'none',
    specs: () => specs,
    requiredCapabilities: () => NONE,
    execute: async ({ args }) => ({ output: args ?? null }),
    ...parts,
  });
