import { capabilities, dispatch } from '@pawl/core';
import { mcpExecutor } from '@pawl/mcp';

const files = await mcpExecutor({
  server: {
    command: 'node',
    args: ['node_modules/@modelcontextprotocol/server-filesystem/dist/index.js', '.'],
  },
  // The server requires everything until the operator says what it can do at most.
  requiredCapabilities: () => capabilities('local-read', 'local-write'),
});
try {
  const call = { id: 'call-1', tool: 'list_allowed_directories', args: {} };
  const outcome = await dispatch(files.executor, call);
  console.log(outcome.status === 'executed' ? outcome.execution.output : outcome.status);
} finally {
  await files.close(); // or `await using files = …`
}
