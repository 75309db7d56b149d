import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { type CliPorts, runCli } from '@pawl/cli';

/** The path of an official server's program. */
export const officialServer = (name: string): string =>
  createRequire(import.meta.url).resolve(`@modelcontextprotocol/${name}/dist/index.js`);

/** A directory of a test's own. */
export const temporary = async (files: Readonly<Record<string, string>> = {}) => {
  const path = await mkdtemp(join(tmpdir(), 'pawl-cli-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text);
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
};

/** A stream that keeps what is written to it. */
export class Kept extends Writable {
  text = '';
  readonly #waiting: { readonly part: string; readonly found: () => void }[] = [];

  override _write(chunk: Buffer, _: string, done: () => void): void {
    this.text += String(chunk);
    for (const { part, found } of this.#waiting) if (this.text.includes(part)) found();
    done();
  }

  /** Resolves once this text has been written. */
  until(part: string): Promise<void> {
    return new Promise((found) => {
      if (this.text.includes(part)) found();
      else this.#waiting.push({ part, found });
    });
  }
}

/** The command in this process, with a world of its own. */
export const pawl = (args: readonly string[], world: Partial<CliPorts> = {}) => {
  const stdout = new Kept();
  const stderr = new Kept();
  const stdin = new PassThrough();
  let stop = (): void => {};
  const ports: CliPorts = {
    env: { PATH: process.env['PATH'] },
    stdin,
    stdout,
    stderr,
    readFile: async (path) => {
      throw new Error(`ENOENT: ${path}`);
    },
    writeNewFile: async () => {},
    onStop: (listener) => {
      stop = listener;
      return () => {};
    },
    ...world,
  };
  return { code: runCli(args, ports), stdout, stderr, stdin, stop: () => stop() };
};

/** `pawl` with one configuration file. */
export const pawlWith = (config: string, args: readonly string[], world: Partial<CliPorts> = {}) =>
  pawl(args, { readFile: async () => config, ...world });

const program = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** The arguments that run the built command in a process of its own. */
export const pawlArguments = (args: readonly string[]): readonly string[] => {
  if (!existsSync(program)) throw new Error('the command is not built: run `npx tsc -b packages/cli`');
  return [program, ...args];
};

/** The official client, with a program as its server. */
export const connectTo = async (args: readonly string[], { client, env }: ConnectOptions = {}) => {
  const connected = client ?? new Client({ name: 'test', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...args],
    stderr: 'pipe',
    ...(env === undefined ? {} : { env: { PATH: String(process.env['PATH']), ...env } }),
  });
  const stderr = new Kept();
  transport.stderr?.on('data', (chunk) => stderr.write(chunk));
  await connected.connect(transport);
  return { client: connected, stderr, [Symbol.asyncDispose]: () => connected.close() };
};

/** What `connectTo` takes beside the program. */
export interface ConnectOptions {
  readonly client?: Client;
  readonly env?: Readonly<Record<string, string>>;
}

/** A program spoken to line by line, so that its answers can be compared byte for byte. */
export const rawServer = (args: readonly string[]) => {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map<number, (line: string) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => waiting.get(JSON.parse(line).id)?.(line));
  let id = 0;
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  /** The text of the result, or of the error, as the server wrote it. */
  const ask = async (method: string, params?: object): Promise<string> => {
    id += 1;
    const own = id;
    const line = await new Promise<string>((resolve) => {
      waiting.set(own, resolve);
      send({ id: own, method, ...(params === undefined ? {} : { params }) });
    });
    const { result, error } = JSON.parse(line);
    // Written again without a change: the order of members and every character are those of the line.
    return JSON.stringify(result ?? error);
  };
  const ended = once(child, 'exit');
  return {
    ask,
    /** Ends the program's input, or asks it to stop; resolves to its exit code. */
    leave: async (how: 'stdin' | 'SIGTERM'): Promise<unknown> => {
      if (how === 'stdin') child.stdin.end();
      else child.kill(how);
      return (await ended)[0];
    },
    open: async () => {
      const clientInfo = { name: 'test', version: '1' };
      await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
      send({ method: 'notifications/initialized' });
    },
    [Symbol.asyncDispose]: async () => {
      child.stdin.end();
      await ended;
    },
  };
};
