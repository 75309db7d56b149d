import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ShareInError, type ToolExecutor } from '@pawl/core';
import { type McpConnection, mcpExecutor } from '@pawl/mcp';

const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-filesystem/package.json');

/** Starts the official filesystem server on a folder; `open` collects what has to be closed. */
export const startFilesystem = async (root: string, open: McpConnection[]): Promise<McpConnection> => {
  const forWorker: ToolExecutor['forWorker'] = async ({ workerId, shareIn }) => {
    const wrong = shareIn[0];
    if (wrong !== undefined) {
      return { kind: 'refused', error: new ShareInError({ code: 'outside-ceiling', path: wrong }) };
    }
    const own = join(root, 'workers', encodeURIComponent(workerId));
    await mkdir(own, { recursive: true });
    const worker = await startFilesystem(own, open);
    return { kind: 'rooted', executor: worker.executor, seeded: [] };
  };
  const connection = await mcpExecutor({
    name: 'filesystem',
    server: { command: process.execPath, args: [join(dirname(manifest), 'dist', 'index.js'), root] },
    cacheableApproval: ['write_file', 'edit_file'],
    forWorker,
  });
  open.push(connection);
  return connection;
};
