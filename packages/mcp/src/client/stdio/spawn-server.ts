import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { getDefaultEnvironment } from '@modelcontextprotocol/client/stdio';
import { McpConnectionError } from '../mcp-connection-error.js';
import type { StdioServer } from '../mcp-executor-options.js';
import { ownsGroup } from './process-group.js';

const why = ({ command, cwd }: StdioServer, error: NodeJS.ErrnoException): string => {
  // For a missing directory, too, the operating system blames the program.
  if (cwd !== undefined && !existsSync(cwd))
    return `its working directory ${cwd} does not exist: create it or change \`cwd\``;
  if (error.code === 'ENOENT')
    return `there is no program ${command}: install it, or give its full path as \`command\``;
  if (error.code === 'EACCES') return `${command} may not be run: make it executable, or change \`command\``;
  return `${error.message}: check \`command\`, \`args\` and \`env\``;
};

/** Starts the server's process. @throws {McpConnectionError} `command-not-found`, where there is nothing to start. */
export const spawnServer = (name: string, server: StdioServer): Promise<ChildProcessWithoutNullStreams> =>
  new Promise((resolve, reject) => {
    const refuse = (error: Error): void => {
      const message = `the MCP server ${name} could not be started: ${why(server, error)}`;
      reject(new McpConnectionError('command-not-found', message, { cause: error }));
    };
    try {
      const child = spawn(server.command, [...(server.args ?? [])], {
        cwd: server.cwd,
        env: { ...getDefaultEnvironment(), ...server.env },
        detached: ownsGroup,
        stdio: 'pipe',
        windowsHide: true,
      });
      // Later errors of the process show as its exit.
      child.on('error', refuse);
      child.once('spawn', () => resolve(child));
    } catch (error) {
      refuse(error instanceof Error ? error : new Error(String(error)));
    }
  });
