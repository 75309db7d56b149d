import type { Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { ToolExecutor } from '@pawl/core';
import type { ServeSettings } from './check-serve-options.js';
import type { McpServing } from './serve-mcp.js';
import type { StdioServing, TransportServing } from './serve-options.js';
import { McpSession } from './session/mcp-session.js';

const maxMessageByDefault = 64 * 1024 * 1024;

const transportOf = (serving: StdioServing | TransportServing): Transport => {
  if (serving.kind === 'transport') return serving.transport;
  const { stdin = process.stdin, stdout = process.stdout, maxMessageBytes = maxMessageByDefault } = serving;
  return new StdioServerTransport(stdin, stdout, { maxBufferSize: maxMessageBytes });
};

/** Serves the one client at the other end of a transport. */
export const serveOne = async (
  executor: ToolExecutor,
  settings: ServeSettings,
  serving: StdioServing | TransportServing,
): Promise<Pick<McpServing, 'address' | 'closed' | 'close'>> => {
  const session = new McpSession({ id: settings.newSessionId(), executor, settings });
  const unsubscribe = executor.onSpecsChange(session.tellChange);
  const end = async (): Promise<void> => {
    unsubscribe();
    await session.close();
    try {
      await settings.onSessionEnd?.(session.id);
    } catch (error) {
      settings.warn({ code: 'protocol', message: `onSessionEnd threw: ${String(error)}` });
    }
  };
  const closed = session.ended.then(end);
  await session.connect(transportOf(serving));
  return {
    address: undefined,
    closed,
    close: async () => {
      await session.close();
      await closed;
    },
  };
};
