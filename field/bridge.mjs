// What the adapters share: how an executor of the kit is carried through somebody else's library and back.
import { executorMembers, isToolFailure, ToolFailure, toolCall } from '@pawl/core';

/**
 * An executor whose `members` go through the library, and whose other members go straight to `inner`: the library has no
 * notion of them, so nothing is said about them. A worker's executor goes through the library again.
 */
export const bridged = (inner, members, again) =>
  Object.freeze({
    ...Object.fromEntries(executorMembers.map((member) => [member, (...args) => inner[member](...args)])),
    forWorker: async (scope) => {
      const root = await inner.forWorker(scope);
      return root.kind === 'rooted' ? { ...root, executor: again(root.executor) } : root;
    },
    ...members,
  });

/** Libraries take an object of arguments; the contract takes any JSON, and none. */
export const argumentsOf = (call) => ('args' in call ? { args: call.args } : {});

/** The call as the tool sees it: the arguments, the signal and the progress callback are the library's. */
export const arrivedCall = ({ args: _args, signal: _signal, onProgress: _progress, ...rest }, input, transport) =>
  toolCall({ ...rest, ...(Object.hasOwn(input, 'args') ? { args: input.args } : {}), ...transport });

const causeOf = (cause) => (cause instanceof Error ? { error: cause.message } : { value: cause });

/** A failure as plain JSON, for libraries that carry nothing else. */
export const failureAsJson = (failure) => ({
  ...failure,
  message: failure.message,
  ...('cause' in failure ? { cause: causeOf(failure.cause) } : {}),
});

/** The failure that `failureAsJson` wrote. */
export const failureFromJson = ({ message, cause, name: _name, ...rest }) => {
  const why = cause === undefined ? {} : { cause: 'error' in cause ? new Error(cause.error) : cause.value };
  return Object.assign(new ToolFailure(message, { ...rest, ...why }), { ...rest });
};

/** What a library threw, as the contract wants it. */
export const asFailure = (error) =>
  isToolFailure(error)
    ? error
    : new ToolFailure(error instanceof Error ? error.message : String(error), { code: 'tool-error', cause: error });
