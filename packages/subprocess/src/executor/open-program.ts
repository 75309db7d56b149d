import { systemClock } from '@pawl/core';
import { Running } from '../call/index.js';
import { minimalEnvironment } from '../environment/index.js';
import { type PoolStats, ProcessPool } from '../pool/index.js';
import { spawnGroup } from '../process-group/index.js';
import type { SubprocessOptions, SubprocessTool } from './options.js';

/** A program of the executor: what runs its calls, and how it is ended. */
export interface OpenProgram {
  readonly tool: SubprocessTool;
  readonly running: Running;
  readonly stats: () => PoolStats;
  readonly close: (reason: unknown) => Promise<void>;
}

const mebibyte = 1024 * 1024;

/** Prepares a program; it starts with its first call. */
export const openProgram = (tool: SubprocessTool, options: SubprocessOptions): OpenProgram => {
  const { clock = systemClock, maxMessageBytes = 16 * mebibyte, endGraceMs = 2000 } = options;
  const pool = new ProcessPool({
    size: tool.pool ?? 1,
    concurrency: tool.concurrency ?? 1,
    clock,
    graceMs: endGraceMs,
    maxMessageBytes,
    start: () =>
      spawnGroup({
        command: tool.command,
        args: tool.args ?? [],
        env: minimalEnvironment(options.hostEnv ?? process.env, { ...options.env, ...tool.env }),
        cwd: tool.cwd,
      }),
  });
  const running = new Running({
    pool,
    command: tool.command,
    clock,
    maxMessageBytes,
    newId: options.newId ?? (() => crypto.randomUUID()),
    defaultTimeoutMs: options.defaultTimeoutMs ?? 300_000,
    cancelGraceMs: options.cancelGraceMs ?? 2000,
  });
  const close = async (reason: unknown): Promise<void> => {
    // The pool ends its processes, which settles whatever does not answer its cancel.
    const stopped = running.stop();
    await pool.close(reason);
    await stopped;
  };
  return { tool, running, stats: () => pool.stats, close };
};
