// The official client, with a user who does what the arguments say.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/client/stdio';

// Longer than the deadline of the servers, so that it is their word that the client gets.
const patienceMs = 25_000;

const transportTo = ({ url, command, args, env }) =>
  url === undefined
    ? new StdioClientTransport({ command, args, env: { ...getDefaultEnvironment(), ...env }, stderr: 'ignore' })
    : new StreamableHTTPClientTransport(new URL(url));

const nameOf = (error) => `${error?.name ?? typeof error}${error?.code === undefined ? '' : ` ${error.code}`}`;

/** Connects. `server` is `{ command, args, env }` or `{ url }`. */
export const openOfficial = async (server) => {
  const client = new Client({ name: 'soak', version: '1' }, { capabilities: { elicitation: { form: {} } } });
  client.setRequestHandler('elicitation/create', async ({ params }) => ({
    action: params.message.includes('"yes"') ? 'accept' : 'decline',
  }));
  client.onerror = () => {};
  const transport = transportTo(server);
  try {
    await client.connect(transport);
  } catch (error) {
    await client.close();
    throw error;
  }
  const call = async ({ tool, args, deadlineMs = patienceMs, signal }) => {
    try {
      const result = await client.callTool({ name: tool, arguments: args }, { timeout: deadlineMs, signal });
      return result.isError === true
        ? { status: 'failed', code: 'tool-error', message: result.content?.[0]?.text }
        : { status: 'executed', result };
    } catch (error) {
      return { status: 'failed', code: nameOf(error), message: String(error?.message) };
    }
  };
  const tools = async () => (await client.listTools()).tools.map(({ name }) => name);
  const close = async () => {
    // Over HTTP only this ends the session; a server that is gone has none.
    await transport.terminateSession?.().catch(() => {});
    await client.close();
  };
  return { pid: transport.pid ?? undefined, call, tools, close };
};
