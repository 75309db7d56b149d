import { type ExecutorMember, executorMembers, type ToolExecutor } from '@pawl/core';

/** What was missing of an executor that the kit completed. */
const missing = new WeakMap<ToolExecutor, readonly ExecutorMember[]>();

const has = (executor: ToolExecutor, member: ExecutorMember): boolean => {
  try {
    return typeof executor?.[member] === 'function';
  } catch {
    // A member that cannot even be read is as good as none.
    return false;
  }
};

/** The members of the contract that an executor under test had not, before the kit completed it. */
export const missingFrom = (executor: ToolExecutor): readonly ExecutorMember[] => missing.get(executor) ?? [];

/**
 * An executor under test with all of its members: what it has not is taken from `fill`, so that the laws can judge the
 * rest. One that has them all is handed back as it is.
 */
export const completed = (executor: ToolExecutor, fill: ToolExecutor): ToolExecutor => {
  const lacking = executorMembers.filter((member) => !has(executor, member));
  if (lacking.length === 0) return executor;
  // Every member of the contract is there: `executorMembers` lists them all.
  const whole = Object.fromEntries(
    executorMembers.map((member) => {
      const owner = lacking.includes(member) ? fill : executor;
      return [member, Function.prototype.bind.call(owner[member], owner)];
    }),
  ) as unknown as ToolExecutor;
  missing.set(whole, lacking);
  return whole;
};
