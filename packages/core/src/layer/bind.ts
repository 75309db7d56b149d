import { type ExecutorMember, executorMembers, type ToolExecutor } from '../contract/tool-executor.js';

// Executors whose members need no `this`: those that core made.
const free = new WeakSet<object>();
const bound = new WeakMap<object, ToolExecutor>();

/** Notes that no member of this executor uses `this`. */
export const markBound = (executor: ToolExecutor): ToolExecutor => {
  free.add(executor);
  return executor;
};

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

const member = (executor: ToolExecutor, name: ExecutorMember): ToolExecutor[ExecutorMember] => {
  const found = executor[name];
  if (typeof found !== 'function') {
    throw new TypeError(`this is no ToolExecutor: its \`${name}\` is ${typeof found}, not a function`);
  }
  return found;
};

/**
 * An executor whose members can be taken off it one by one. A class instance is bound once, however many layers it gets;
 * the members of a plain object are used as they are.
 *
 * @throws {TypeError} for a value that lacks a member.
 */
export const bind = (executor: ToolExecutor): ToolExecutor => {
  if (free.has(executor)) return executor;
  const known = bound.get(executor);
  if (known !== undefined) return known;
  const plain = isPlain(executor);
  const entries = executorMembers.map((name) => {
    const found = member(executor, name);
    return [name, plain ? found : Function.prototype.bind.call(found, executor)] as const;
  });
  // Every member of the contract is there: `executorMembers` lists them all and `member` refuses a missing one.
  const result = markBound(Object.freeze(Object.fromEntries(entries)) as unknown as ToolExecutor);
  bound.set(executor, result);
  return result;
};
