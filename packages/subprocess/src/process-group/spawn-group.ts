import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

/** What to start. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
}

/** How a program ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A running program, leader of a process group of its own. */
export interface ProcessGroup {
  /** Id of the leader and of the group. */
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Resolves when the leader has ended; its children may go on. */
  readonly exited: Promise<Exit>;
}

const started = (program: Program): ChildProcessWithoutNullStreams =>
  spawn(program.command, [...program.args], {
    // A group of its own, so that its children can be ended with it.
    detached: true,
    env: { ...program.env },
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
    ...(program.cwd === undefined ? {} : { cwd: program.cwd }),
  });

/**
 * Starts a program as the leader of its own process group.
 *
 * @throws the system's error (`ENOENT`, `EACCES`, …) where it cannot be started.
 */
export const spawnGroup = async (program: Program): Promise<ProcessGroup> => {
  const child = started(program);
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const { pid } = child;
  if (pid === undefined) {
    throw await new Promise((resolve) => child.once('error', resolve));
  }
  // After the start, `error` only tells of signals that could not be sent.
  child.on('error', () => {});
  return { pid, stdin: child.stdin, stdout: child.stdout, stderr: child.stderr, exited };
};
