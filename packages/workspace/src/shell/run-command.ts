import { type ChildProcess, spawn } from 'node:child_process';
import type { Clock } from '@pawl/core';
import { BoundedOutput } from './bounded-output.js';
import { type SandboxRequest, sandboxArguments, sandboxEnvironment } from './sandbox-arguments.js';
import { watchUsage } from './watch-usage.js';

/** How a command ended. */
export interface CommandEnd {
  /** What the command returned; `undefined` where it never ran or was ended. */
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** Bytes of output that were cut. */
  readonly cut: number;
  /** Why it was ended; `undefined` where it ended by itself. */
  readonly ended: 'cancelled' | 'timeout' | { readonly exceeded: string } | undefined;
  /** Whether the command was started at all. */
  readonly started: boolean;
}

/** A command to run. */
export interface CommandRequest extends SandboxRequest {
  readonly bubblewrap: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly clock: Clock;
  /** Told what is written, as it is written, as far as it is kept from the start. */
  readonly onText: (stream: 'stdout' | 'stderr', text: string) => void;
}

const start = (request: CommandRequest): ChildProcess =>
  spawn(request.bubblewrap, sandboxArguments(request), {
    // Also the sandbox program's own environment: /proc shows it.
    env: sandboxEnvironment(request),
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    // A group of its own, so that it can be ended as one; the rest goes with the process namespace.
    detached: true,
  });

const killGroup = (child: ChildProcess): void => {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has just ended.
  }
};

/** Bubblewrap writes a line once the command has ended, and none where it could not be started. */
const reportedExit = (report: string): number | undefined => {
  const found = /"exit-code"\s*:\s*(\d+)/.exec(report);
  return found === null ? undefined : Number(found[1]);
};

/** Runs a command in the sandbox, to its end or until it is ended. Never leaves a process behind. Rejects for no sandbox. */
export const runCommand = (request: CommandRequest): Promise<CommandEnd> =>
  new Promise((resolve, reject) => {
    const { settings, clock, signal, timeoutMs } = request;
    let ended: CommandEnd['ended'];
    const child = start(request);
    const end = (why: NonNullable<CommandEnd['ended']>): void => {
      ended ??= why;
      killGroup(child);
    };
    const cancel = (): void => end('cancelled');
    const out = { stdout: new BoundedOutput(settings.outputBytes), stderr: new BoundedOutput(settings.outputBytes) };
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream]?.on('data', (chunk: Buffer) => request.onText(stream, out[stream].push(chunk)));
    }
    let report = '';
    child.stdio[3]?.on('data', (chunk: Buffer) => {
      report += chunk.toString('latin1');
    });
    const exceed = (exceeded: string): void => end({ exceeded });
    const stopWatch = child.pid === undefined ? () => {} : watchUsage(child.pid, { settings, clock, exceed });
    const stopTimer = clock.setTimeout(() => end('timeout'), timeoutMs);
    signal?.addEventListener('abort', cancel, { once: true });
    if (signal?.aborted === true) cancel();
    const release = (): void => {
      stopWatch();
      stopTimer();
      signal?.removeEventListener('abort', cancel);
    };
    child.once('error', (error) => {
      release();
      reject(error);
    });
    child.once('close', () => {
      release();
      const exitCode = ended === undefined ? reportedExit(report) : undefined;
      const texts = { stdout: out.stdout.text(), stderr: out.stderr.text(), cut: out.stdout.cut + out.stderr.cut };
      resolve({ exitCode, ...texts, ended, started: ended !== undefined || exitCode !== undefined });
    });
  });
