import { isToolFailure, type ToolCall, type ToolExecution, type ToolExecutor, type ToolFailure } from '@pawl/core';
import { ask } from './program.js';

/** The failure of a call that must fail. */
export const failureOf = async (execution: Promise<ToolExecution>): Promise<ToolFailure> => {
  const outcome = await execution.catch((error: unknown) => error);
  if (!isToolFailure(outcome)) throw new Error(`expected a ToolFailure, got ${JSON.stringify(outcome)}`);
  return outcome;
};

/** A call under way: `started` resolves with the program's first progress message. */
export interface Under {
  readonly call: ToolCall;
  readonly started: Promise<string>;
  readonly execution: Promise<ToolExecution>;
}

/** Starts a call of an act that says that it has started. */
export const start = (
  tools: ToolExecutor,
  act: string,
  more: Parameters<typeof ask>[2] & { readonly args?: never } = {},
): Under => {
  let onProgress: (progress: { readonly message?: string }) => void = () => {};
  const started = new Promise<string>((resolve) => {
    onProgress = ({ message }) => resolve(message ?? '');
  });
  const call = ask(act, {}, { ...more, onProgress });
  const execution = tools.execute(call);
  // A test that expects a failure looks at it later.
  execution.catch(() => {});
  return { call, started, execution };
};
