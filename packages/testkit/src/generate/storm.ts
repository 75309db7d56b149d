import { type ExecutorMember, executorMembers, type ToolExecutor, ToolFailure } from '@pawl/core';

/** Whether a base fails for the time being. */
export interface Storm {
  rages: boolean;
}

const nameQuestions: ReadonlySet<ExecutorMember> = new Set(executorMembers.slice(0, 7));

const failed = (member: ExecutorMember): ToolFailure =>
  new ToolFailure(`\`${member}\` fails for the time being`, { code: 'outage', outcome: 'not-started' });

/** A base every member of which fails while the storm rages, and which is itself again afterwards. */
export const inStorm = (base: ToolExecutor, storm: Storm): ToolExecutor => {
  const member = (name: ExecutorMember): unknown => {
    const found: unknown = base[name];
    return (...args: readonly unknown[]): unknown => {
      // One who cannot subscribe has not lived at all: listening goes on.
      if (!storm.rages || name === 'onSpecsChange') return Reflect.apply(found as () => unknown, base, args); // a member of the contract
      if (nameQuestions.has(name)) throw failed(name);
      return Promise.reject(failed(name));
    };
  };
  // Every member of the contract is there: `executorMembers` lists them all.
  return Object.fromEntries(executorMembers.map((name) => [name, member(name)])) as unknown as ToolExecutor;
};
