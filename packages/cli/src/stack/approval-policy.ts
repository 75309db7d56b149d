import { defineExecutor, executorMembers, specsByName, type ToolExecutor, type ToolSpec } from '@pawl/core';
import type { ApprovalPolicy } from '../config/config.js';

/** Whether hints say, or leave open, that a tool destroys something or meets the outside world. */
const isRisky = ({ annotations }: ToolSpec): boolean =>
  annotations?.openWorldHint !== false || (annotations.readOnlyHint !== true && annotations.destructiveHint !== false);

const asks: Readonly<Record<Exclude<ApprovalPolicy, 'writes'>, (spec: ToolSpec) => boolean>> = {
  hints: isRisky,
  always: () => true,
  never: () => false,
};

/** A server's tools, asking as the operator says; a tool that is not listed always asks. */
export const withApproval = (executor: ToolExecutor, policy: ApprovalPolicy): ToolExecutor => {
  if (policy === 'writes') return executor;
  const members = executorMembers.filter((member) => member !== 'needsApproval' && member !== 'preDispatch');
  return defineExecutor({
    ...Object.fromEntries(members.map((member) => [member, executor[member]])),
    needsApproval: (tool) => {
      const spec = specsByName(executor.specs()).get(tool);
      return spec === undefined || asks[policy](spec);
    },
  });
};
