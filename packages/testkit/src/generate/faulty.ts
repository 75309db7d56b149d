import { type ExecutorMember, executorMembers, type ToolExecutor } from '@pawl/core';

/** The ways in which a member can fail. */
export type FaultMode = 'throw' | 'reject' | 'hang' | 'nonsense';

const nonsense: readonly unknown[] = [undefined, null, 'yes', 42.5, {}, []];

/** An executor one of whose members fails: throws, rejects, never settles, or answers nonsense. */
export const faulty = (
  inner: ToolExecutor,
  fault: { readonly member: ExecutorMember; readonly mode: FaultMode; readonly salt: number },
): ToolExecutor => {
  const { member, mode, salt } = fault;
  const isSync = executorMembers.indexOf(member) < 7;
  const answer = (): unknown => {
    if (mode === 'throw' || (isSync && mode !== 'nonsense')) throw new Error(`injected into ${member}`);
    const value =
      mode === 'reject' ? Promise.reject(new Error(`injected into ${member}`)) : nonsense[salt % nonsense.length];
    if (mode === 'hang') return new Promise(() => {});
    return isSync || mode === 'reject' ? value : Promise.resolve(value);
  };
  // Every member of the contract is there: `executorMembers` lists them all.
  return Object.fromEntries(
    executorMembers.map((name) => [name, name === member ? answer : Function.prototype.bind.call(inner[name], inner)]),
  ) as unknown as ToolExecutor;
};
