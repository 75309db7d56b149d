import { type McpConnection, type McpExecutorOptions, mcpExecutor } from '@pawl/mcp';
import type { PawlConfig, ServerConfig } from '../config/config.js';

/** A server that is connected, with its configuration. */
export interface OpenServer {
  readonly name: string;
  readonly config: ServerConfig;
  readonly connection: McpConnection;
}

const serverOf = ({
  command,
  args,
  env,
  cwd,
  maxMessageBytes,
  url,
  headers,
}: ServerConfig): McpExecutorOptions['server'] =>
  url === undefined
    ? {
        command: command ?? '',
        ...(args === undefined ? {} : { args }),
        ...(env === undefined ? {} : { env }),
        ...(cwd === undefined ? {} : { cwd }),
        ...(maxMessageBytes === undefined ? {} : { maxMessageBytes }),
      }
    : { url, ...(headers === undefined ? {} : { headers }) };

const optionsOf = (name: string, config: ServerConfig, warn: (message: string) => void): McpExecutorOptions => {
  const { workspace, cacheableApproval, startTimeoutMs, closeTimeoutMs } = config;
  return {
    server: serverOf(config),
    name,
    onWarning: ({ message }) => warn(`${name}: ${message}`),
    ...(workspace === undefined ? {} : { workspace }),
    ...(cacheableApproval === undefined ? {} : { cacheableApproval }),
    ...(startTimeoutMs === undefined ? {} : { startTimeoutMs }),
    ...(closeTimeoutMs === undefined ? {} : { closeTimeoutMs }),
  };
};

/**
 * Starts, or connects to, every server of a configuration at once.
 *
 * @throws {McpConnectionError} of the first server that cannot be used, after the others have been closed.
 */
export const openServers = async (
  { mcpServers }: PawlConfig,
  warn: (message: string) => void,
): Promise<readonly OpenServer[]> => {
  const wanted = Object.entries(mcpServers).filter(([, { disabled }]) => disabled !== true);
  const opened = await Promise.allSettled(
    wanted.map(async ([name, config]): Promise<OpenServer> => {
      return { name, config, connection: await mcpExecutor(optionsOf(name, config, warn)) };
    }),
  );
  const servers = opened.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failed = opened.find((result) => result.status === 'rejected');
  if (failed === undefined) return servers;
  await Promise.all(servers.map(({ connection }) => connection.close()));
  throw failed.reason;
};
