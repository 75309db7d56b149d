import type { Client } from '@modelcontextprotocol/client';
import type { Clock, ToolSpec } from '@pawl/core';
import type { Connection } from '../connection.js';
import type { McpWarning } from '../mcp-executor-options.js';
import type { ProgressRouter } from './progress-router.js';

/** What running a tool needs. */
export interface Session {
  readonly client: Client;
  readonly connection: Connection;
  readonly progress: ProgressRouter;
  /** What messages call the server. */
  readonly server: string;
  readonly specs: () => readonly ToolSpec[];
  readonly warn: (warning: McpWarning) => void;
  readonly clock: Clock;
}
