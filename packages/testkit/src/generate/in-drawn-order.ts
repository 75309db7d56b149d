import { canonicalJson, executorMembers, type ToolCall, type ToolExecutor, ToolFailure } from '@pawl/core';
import { hash } from './hash.js';

/** Everything that tells one call from another, as text. */
export const identityOf = ({ signal: _signal, onProgress: _listener, ...rest }: ToolCall): string =>
  // The rest of a call is JSON.
  canonicalJson(JSON.parse(JSON.stringify(rest)));

const hops = async (count: number): Promise<void> => {
  for (let hop = 0; hop < count; hop++) await Promise.resolve();
};

const isCall = (value: unknown): value is ToolCall => typeof value === 'object' && value !== null && 'tool' in value;

/**
 * An executor whose answers about calls come in an order drawn from what they are about, whatever order they were asked
 * in. Some of them are failures, and a call whose signal was aborted meanwhile is one. It reports progress on its way.
 */
export const inDrawnOrder = (base: ToolExecutor, salt: number): ToolExecutor => {
  const slow = (member: (typeof executorMembers)[number]): unknown => {
    const found: unknown = base[member];
    return async (...args: readonly unknown[]): Promise<unknown> => {
      const [first] = args;
      const who = isCall(first) ? identityOf(first) : JSON.stringify(first);
      const drawn = hash(salt, member, who);
      await hops(1 + (drawn % 13));
      if (isCall(first) && (member === 'execute' || member === 'executeStream'))
        first.onProgress?.({ fraction: 0.5, message: who });
      await hops(drawn % 17);
      if (isCall(first) && first.signal?.aborted === true)
        throw new ToolFailure(`aborted: ${who}`, { code: 'cancelled', outcome: 'unknown' });
      if (drawn % 4 === 0) throw new ToolFailure(`fails: ${who}`, { code: 'mine', outcome: 'unknown' });
      return Reflect.apply(found as () => unknown, base, args); // a member of the contract
    };
  };
  // Every member of the contract is there: `executorMembers` lists them all.
  return Object.fromEntries(
    executorMembers.map((name, index) => [
      name,
      index < 7 ? Function.prototype.bind.call(base[name], base) : slow(name),
    ]),
  ) as unknown as ToolExecutor;
};
