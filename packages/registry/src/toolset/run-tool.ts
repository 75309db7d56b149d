import { asFailure, type ToolCall, type ToolExecution } from '@pawl/core';
import { checkArgs } from './check-args.js';
import { checkResult } from './check-result.js';
import type { PreparedTool } from './prepare-tool.js';
import { drainTool } from './stream-tool.js';

/**
 * Runs a tool's function, between its two schemas. It does not look at the call's signal, which is made only when somebody
 * does, at more than the cost of the whole call: `dispatch` has seen to it that the call was not cancelled before.
 *
 * @throws {ToolFailure} for wrong arguments, whatever the function throws, and a wrong result.
 */
export const runTool = async (tool: PreparedTool, call: ToolCall): Promise<ToolExecution> => {
  const { definition } = tool;
  if (definition.run === undefined) return drainTool(tool, call);
  const args = await checkArgs(tool, call);
  let result: unknown;
  try {
    // The definition's own schema has just made these arguments.
    result = await definition.run(args as never, call);
  } catch (error) {
    throw asFailure(call, error);
  }
  return checkResult(tool, result);
};
