import { allow, deny, requireApproval, strictest, type ToolCall, type ToolDecision } from '@pawl/core';
import { argsSentence, judgeArgs } from './check-args.js';
import type { PreparedTool } from './prepare-tool.js';

/** What may happen to a call: what the tool's name says, made stricter by its `decide`. */
export const decideCall = async (tool: PreparedTool, call: ToolCall, asks: boolean): Promise<ToolDecision> => {
  const byName = asks ? requireApproval(`${call.tool} needs a person's approval`) : allow();
  const { definition } = tool;
  if (definition.decide === undefined) return byName;
  const { problems, value } = await judgeArgs(tool, call);
  if (problems !== undefined) return deny(argsSentence(tool, problems));
  // The definition's own schema has just made these arguments.
  const byArgs = await definition.decide(value as never, call);
  // Where both ask, the one that has seen the arguments says why.
  return strictest(byArgs, byName);
};
