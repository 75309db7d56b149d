import { type ToolExecutor, ToolFailure } from '@pawl/core';
import type { PoolStats } from '../pool/index.js';
import { checkOptions, specsOf } from './check-options.js';
import { openProgram } from './open-program.js';
import type { SubprocessOptions } from './options.js';
import { ownExecutor } from './own-executor.js';
import { withFallback } from './with-fallback.js';

/** What the processes of one program have done. */
export interface SubprocessStats extends PoolStats {
  /** The names of the program's tools. */
  readonly tools: readonly string[];
}

/** An executor that owns processes: close it when it is no longer needed. */
export interface SubprocessExecutor extends ToolExecutor {
  /** Stops every call, ends every process and its children, and resolves when they are gone. */
  close(): Promise<void>;
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
  /** What each program has done so far, in the order of `tools`. */
  stats(): readonly SubprocessStats[];
}

const closedFailure = (): ToolFailure =>
  new ToolFailure('the executor of this program is closed: make a new one with subprocess()', {
    code: 'source-lost',
    outcome: 'not-started',
  });

/**
 * An executor whose tools are programs that speak JSON-RPC 2.0 over stdin and stdout. A program starts with its first
 * call and is used again; its process group is ended with it.
 *
 * @throws {TypeError} for an option that cannot be, a name that two programs answer for, and on Windows.
 * @example
 * ```ts
 * const tools = subprocess({
 *   workspace: 'none',
 *   tools: [{ spec: weather, command: 'node', args: ['weather.mjs'] }],
 * });
 * try {
 *   await dispatch(tools, { id: '1', tool: 'weather', args: { city: 'Bonn' } });
 * } finally {
 *   await tools.close();
 * }
 * ```
 */
export const subprocess = (options: SubprocessOptions): SubprocessExecutor => {
  checkOptions(options);
  const programs = options.tools.map((tool) => openProgram(tool, options));
  const own = ownExecutor(programs, options.workspace);
  const executor = options.fallback === undefined ? own : withFallback(own, options.fallback);
  const close = async (): Promise<void> => {
    await Promise.all(programs.map((program) => program.close(closedFailure())));
  };
  return Object.freeze({
    ...executor,
    close,
    [Symbol.asyncDispose]: close,
    stats: () => programs.map(({ tool, stats }) => ({ tools: specsOf(tool).map(({ name }) => name), ...stats() })),
  });
};
