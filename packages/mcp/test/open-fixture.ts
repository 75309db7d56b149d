import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type ToolCall, toolCall } from '@pawl/core';
import { type McpConnection, type McpExecutorOptions, mcpExecutor } from '@pawl/mcp';

/** The path of one of the misbehaving servers in `fixtures`. */
export const fixture = (name: string): string => fileURLToPath(new URL(`./fixtures/${name}.mjs`, import.meta.url));

/** The path of an official server's program. */
export const officialServer = (name: string): string =>
  createRequire(import.meta.url).resolve(`@modelcontextprotocol/${name}/dist/index.js`);

/** Starts a fixture with this Node. */
export const openFixture = (name: string, options: Partial<McpExecutorOptions> = {}): Promise<McpConnection> =>
  mcpExecutor({ name, ...options, server: { command: process.execPath, args: [fixture(name)], ...options.server } });

let calls = 0;

/** A call with an id of its own. */
export const callOf = (tool: string, args?: unknown, rest: Partial<ToolCall> = {}): ToolCall =>
  toolCall({ id: String(++calls), tool, ...(args === undefined ? {} : { args }), ...rest });

/** Whether a process still runs. One that has ended and waits for its parent to notice does not. */
export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};
