// A client of ours: `mcpExecutor`, and every call through `dispatch`.
import { dispatch, NONE } from '@pawl/core';
import { mcpExecutor } from '@pawl/mcp';

/** Why a connection failed, down to what the system said. */
const causesOf = (error) => {
  const causes = [];
  for (let one = error; one instanceof Error && causes.length < 5; one = one.cause)
    causes.push(one.code ?? one.message);
  return causes.join(' < ');
};

const saidOf = (outcome) => {
  if (outcome.status === 'executed') return { status: 'executed', result: outcome.execution.output };
  if (outcome.status !== 'failed') return { status: outcome.status };
  const { code, outcome: effect, message, cause } = outcome.failure;
  return { status: 'failed', code, outcome: effect, message, cause: causesOf(cause) };
};

/** Connects. `server` is `{ command, args, env }` or `{ url }`. */
export const openPawl = async (server) => {
  const connection = await mcpExecutor({
    server,
    name: 'soak',
    workspace: 'none',
    requiredCapabilities: () => NONE,
    closeTimeoutMs: 4_000,
  });
  const { executor, pid } = connection;
  const call = async ({ tool, args, key, deadlineMs, signal }) => {
    const init = { id: key, tool, args, signal, ...(deadlineMs === undefined ? {} : { timeoutMs: deadlineMs }) };
    const asked = await dispatch(executor, init);
    // The person behind this client says yes to everything.
    return saidOf(asked.status === 'pending' ? await dispatch(executor, init, { approved: asked.request }) : asked);
  };
  return { pid, call, tools: async () => executor.specs().map(({ name }) => name), close: () => connection.close() };
};
