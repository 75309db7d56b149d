import { type ToolCall, ToolFailure } from '@pawl/core';
import type { PreparedTool } from './prepare-tool.js';
import type { Checked } from './read-schema.js';

/** The arguments as the tool's function gets them, or what is wrong with them. Absent ones count as `{}`. */
export const judgeArgs = async (tool: PreparedTool, call: ToolCall): Promise<Checked> => {
  try {
    return await tool.input.check(call.args === undefined ? {} : call.args);
  } catch (error) {
    throw new ToolFailure(`${tool.name} was not run: its arguments could not be checked`, {
      code: 'invalid-arguments',
      outcome: 'not-started',
      cause: error,
    });
  }
};

/** The sentence for wrong arguments. */
export const argsSentence = (tool: PreparedTool, problems: readonly string[]): string =>
  `${tool.name} was not run, because of its arguments: ${problems.join('; ')}`;

/** @throws {ToolFailure} `invalid-arguments`, `not-started`. */
export const checkArgs = async (tool: PreparedTool, call: ToolCall): Promise<unknown> => {
  const { problems, value } = await judgeArgs(tool, call);
  if (problems === undefined) return value;
  throw new ToolFailure(argsSentence(tool, problems), { code: 'invalid-arguments', outcome: 'not-started' });
};
