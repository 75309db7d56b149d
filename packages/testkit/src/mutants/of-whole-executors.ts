import { type ExecutorMember, executorMembers, type ToolExecutor } from '@pawl/core';
import { composite } from '../reference/composite.js';
import { toolbox } from '../reference/toolbox.js';
import { compositeSubject } from '../subject/composite-subject.js';
import { executorSubject } from '../subject/executor-subject.js';
import { wrapperSubject } from '../subject/wrapper-subject.js';
import { handWrapped } from './handmade.js';
import type { Mutant } from './mutant.js';
import { written } from './written.js';

const without = (executor: ToolExecutor, members: readonly ExecutorMember[]): ToolExecutor =>
  // It is no whole executor any more, which is the point.
  Object.fromEntries(
    executorMembers
      .filter((member) => !members.includes(member))
      .map((member) => [member, Function.prototype.bind.call(executor[member], executor)]),
  ) as unknown as ToolExecutor;

const few: readonly ExecutorMember[] = executorMembers.filter(
  (member) => !['specs', 'needsApproval', 'execute'].includes(member),
);

/** Wrong ways to be an executor at all. */
export const ofWholeExecutors: readonly Mutant[] = [
  ...executorMembers.map((member) =>
    written('ADM-01', member, `a wrapper that lacks ${member}`, {
      subject: (name) =>
        wrapperSubject({
          name,
          touches: {},
          wrap: (inner) =>
            without(
              handWrapped(inner, () => ({})),
              [member],
            ),
        }),
    }),
  ),
  written('ADM-01', 'onSpecsChange', 'a wrapper of three members', {
    subject: (name) => wrapperSubject({ name, touches: {}, wrap: (inner) => without(inner, few) }),
  }),
  written('ADM-01', 'preDispatch', 'a member that is there and is no function', {
    subject: (name) =>
      wrapperSubject({
        name,
        touches: {},
        wrap: (inner) => ({ ...handWrapped(inner, () => ({})), preDispatch: undefined as never }), // the mistake
      }),
  }),
  written('ADM-01', 'forWorker', 'an executor that lacks forWorker', {
    subject: (name) => executorSubject({ name, create: () => without(toolbox(), ['forWorker']) }),
  }),
  written('ADM-01', 'sandboxWouldDeny', 'a composite that lacks sandboxWouldDeny', {
    subject: (name) =>
      compositeSubject({ name, create: async (sources) => without(await composite(sources), ['sandboxWouldDeny']) }),
  }),
  ...executorMembers.map((member) =>
    written('ADM-02', member, `${member} copied from the inner as a value`, {
      subject: (name) =>
        wrapperSubject({
          name,
          touches: {},
          wrap: (inner) => ({ ...handWrapped(inner, () => ({})), [member]: inner[member] }),
        }),
    }),
  ),
];
