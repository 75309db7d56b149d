import {
  capabilities,
  type JsonObject,
  type ToolCall,
  type ToolExecution,
  ToolFailure,
  type ToolSpec,
  type ToolStreamChunk,
} from '@pawl/core';
import { parsePath } from '../fence/parse-path.js';
import { pinPath } from '../fence/pin-path.js';
import { FileProblem } from '../files/file-problem.js';
import { findBubblewrap } from '../shell/find-bubblewrap.js';
import { type CommandEnd, type CommandRequest, runCommand } from '../shell/run-command.js';
import { streamOf } from '../shell/stream-of.js';
import { pinReserved } from '../workers/subtrees.js';
import { asToolFailure } from './as-tool-failure.js';
import { checkArguments } from './check-arguments.js';
import { pathSchema } from './path-schema.js';
import type { ToolSetting, WorkspaceTool } from './tool.js';

interface ShellExecArguments {
  readonly command: string;
  readonly cwd?: string;
  readonly timeout_ms?: number;
}

const spec: ToolSpec = {
  name: 'shell_exec',
  title: 'Run a command',
  description:
    'Runs a shell command in a sandbox: the workspace lies at /workspace and can be written to, the system can be read, there is no network, and /tmp is empty each time. Nothing that the command starts outlives it.',
  inputSchema: {
    type: 'object',
    properties: {
      command: { type: 'string', minLength: 1, maxLength: 100_000, description: 'Run by the shell with `-c`.' },
      cwd: pathSchema('The directory to run in; default: the root'),
      timeout_ms: {
        type: 'integer',
        minimum: 1,
        description: 'Milliseconds until it is ended. It can only be shortened.',
      },
    },
    required: ['command'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  cacheableApproval: false,
};

const noSandbox = (): ToolFailure =>
  new ToolFailure(
    process.platform === 'linux'
      ? 'shell_exec is refused: commands run only inside bubblewrap, which is not installed: install it (Debian, Ubuntu, Fedora: the package `bubblewrap`)'
      : `shell_exec is refused: commands run only inside bubblewrap, which needs Linux; this is ${process.platform}`,
    { code: 'refused', outcome: 'not-started' },
  );

const directoryOf = ({ root }: ToolSetting, cwd: string): readonly string[] => {
  const { pin, parts } = pinPath(root, parsePath(cwd));
  pin.close();
  if (!pin.stats.isDirectory()) throw new FileProblem('it is no directory');
  return parts;
};

const prepare = (call: ToolCall, setting: ToolSetting): Omit<CommandRequest, 'onText'> => {
  const { command, cwd = '.', timeout_ms: wanted } = checkArguments<ShellExecArguments>(call, spec);
  const { root, shell: settings, clock } = setting;
  if (command.includes('\0')) {
    const message = 'shell_exec was not run: `command` holds a NUL character';
    throw new ToolFailure(message, { code: 'invalid-arguments', outcome: 'not-started' });
  }
  const bubblewrap = findBubblewrap(settings.bubblewrap);
  if (bubblewrap === undefined) throw noSandbox();
  try {
    const directory = directoryOf(setting, cwd);
    // The folder has to be there for the sandbox to cover it.
    pinReserved(root).close();
    const timeoutMs = Math.min(settings.timeoutMs, wanted ?? Infinity, call.timeoutMs ?? Infinity);
    return { root, settings, clock, command, directory, bubblewrap, timeoutMs, signal: call.signal };
  } catch (error) {
    throw asToolFailure(call, cwd, error);
  }
};

const outputOf = (end: CommandEnd): JsonObject => ({
  ...(end.exitCode === undefined ? {} : { exit_code: end.exitCode }),
  stdout: end.stdout,
  stderr: end.stderr,
  ...(end.cut === 0 ? {} : { cut: `${end.cut} bytes of output are not shown: write them to a file and read that` }),
});

const executionOf = (end: CommandEnd, timeoutMs: number): ToolExecution => {
  const output = outputOf(end);
  if (!end.started) {
    const why = end.stderr.trim().split('\n').at(-1) ?? '';
    const hint = 'allow unprivileged user namespaces on this machine, or run without shell_exec';
    throw new ToolFailure(`shell_exec is refused: bubblewrap could not set up the sandbox (${why}): ${hint}`, {
      code: 'refused',
      outcome: 'not-started',
    });
  }
  const { ended } = end;
  if (ended === undefined) return { output };
  if (ended === 'cancelled') {
    throw new ToolFailure('shell_exec was cancelled and its processes were ended', {
      ...{ code: 'cancelled', outcome: 'unknown', output },
    });
  }
  const timeout = ended === 'timeout';
  const why = timeout ? `it took longer than ${timeoutMs} ms` : ended.exceeded;
  throw new ToolFailure(`shell_exec ended the command and all that it had started: ${why}`, {
    code: timeout ? 'timeout' : 'tool-error',
    outcome: 'unknown',
    output,
  });
};

const run = async (call: ToolCall, setting: ToolSetting): Promise<ToolExecution> => {
  const request = prepare(call, setting);
  return executionOf(await runCommand({ ...request, onText: () => {} }), request.timeoutMs);
};

const stream = (call: ToolCall, setting: ToolSetting): AsyncIterable<ToolStreamChunk> => {
  const request = prepare(call, setting);
  return streamOf(request, (end) => executionOf(end, request.timeoutMs));
};

/** The tool `shell_exec`. */
export const shellExec: WorkspaceTool = {
  spec,
  capabilities: capabilities('local-read', 'local-write'),
  pathArguments: ['cwd'],
  unavailable: ({ shell }) => findBubblewrap(shell.bubblewrap) === undefined,
  run,
  stream,
};
