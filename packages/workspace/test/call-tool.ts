import {
  isToolFailure,
  type JsonObject,
  type ToolCallInit,
  type ToolExecutor,
  type ToolFailure,
  toolCall,
} from '@pawl/core';

let calls = 0;

/** Runs a tool; its output is an object with every tool of this package. */
export const callTool = async (
  executor: ToolExecutor,
  tool: string,
  args: unknown,
  more: Partial<ToolCallInit> = {},
): Promise<JsonObject> => {
  calls += 1;
  const { output } = await executor.execute(toolCall({ id: `call-${calls}`, tool, args, ...more }));
  return output as JsonObject;
};

/** The failure of a tool that must fail. */
export const failureOf = async (running: Promise<unknown>): Promise<ToolFailure> => {
  try {
    await running;
  } catch (error) {
    if (isToolFailure(error)) return error;
    throw error;
  }
  throw new Error('it did not fail');
};
