import { type DispatchContext, type DispatchOutcome, dispatch, stack, type ToolExecutor } from '@pawl/core';
import {
  type ApprovalMemory,
  approvalCache,
  approvalMemory,
  narrowing,
  redaction,
  retrievalGate,
} from '@pawl/decorators';
import type { McpConnection } from '@pawl/mcp';
import { type Registry, registry } from '@pawl/registry';
import { startFilesystem } from './filesystem-server.js';
import { type Folder, makeFolder } from './folder.js';
import { officeTools } from './office-tools.js';

/** What the steps work with. */
export interface World {
  readonly folder: Folder;
  readonly base: Registry;
  readonly memory: ApprovalMemory;
  /** What `send_report` has sent. */
  readonly outbox: readonly string[];
  /** The guarded tools for what a turn is about. */
  tools(query: string): ToolExecutor;
  /** One call of the session, with an id of its own. */
  call(tools: ToolExecutor, tool: string, args: object, context?: DispatchContext): Promise<DispatchOutcome>;
  close(): Promise<void>;
}

/** Starts the server, and puts a registry and a stack of four layers in front of it. */
export const makeWorld = async (): Promise<World> => {
  const folder = await makeFolder();
  const open: McpConnection[] = [];
  const outbox: string[] = [];
  const memory = approvalMemory();
  const files = await startFilesystem(folder.root, open);
  const base = registry([
    { name: 'filesystem', executor: files.executor, origin: 'local-sandbox', capabilities: 'origin' },
    { name: 'office', executor: officeTools(outbox, folder.path), origin: 'local-sandbox', capabilities: 'owner' },
  ]);
  const policy = [
    approvalCache({ memory }),
    redaction(),
    narrowing({ deny: ['move_file'], args: [{ tool: 'write_file', at: '/path', within: folder.root }] }),
  ];
  let calls = 0;
  return {
    folder,
    base,
    memory,
    outbox,
    tools: (query) => stack(retrievalGate({ query, k: 5 }), ...policy)(base),
    call: (tools, tool, args, context = {}) =>
      dispatch(tools, { id: `call-${++calls}`, tool, args, session: 'demo' }, context),
    close: async () => {
      await Promise.all(open.map((connection) => connection.close()));
      await folder.remove();
    },
  };
};

/** What came back, on one line. */
export const brief = (outcome: DispatchOutcome): string => {
  switch (outcome.status) {
    case 'executed': {
      const text = JSON.stringify(outcome.execution.output);
      return `executed: ${text.length > 160 ? `${text.slice(0, 160)}…` : text}`;
    }
    case 'failed':
      return `failed (${outcome.failure.code}, ${outcome.failure.outcome}): ${outcome.failure.message.slice(0, 160)}`;
    case 'denied':
      return `denied: ${outcome.reason}`;
    case 'pending':
      return `pending: ${outcome.request.reason}`;
  }
};
