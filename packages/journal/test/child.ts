import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'vite';
import { afterAll, beforeAll, onTestFinished } from 'vitest';

const here = import.meta.dirname;
const cache = join(here, '../../../node_modules/.cache');

/** The child scripts named, bundled from source, so that a child needs no build; gone after the tests of the file. */
export const bundledChildren = (...names: readonly string[]): ((name: string) => string) => {
  let directory = '';
  beforeAll(async () => {
    await mkdir(cache, { recursive: true });
    directory = await mkdtemp(join(cache, 'pawl-journal-'));
    await build({
      configFile: false,
      logLevel: 'error',
      ssr: { resolve: { conditions: ['@pawl/source'] }, noExternal: [/^@pawl\//] },
      build: {
        ssr: true,
        outDir: directory,
        target: 'node20',
        rollupOptions: {
          input: Object.fromEntries(names.map((name) => [name, join(here, 'children', `${name}.ts`)])),
          output: { entryFileNames: '[name].mjs' },
        },
      },
    });
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));
  return (name) => join(directory, `${name}.mjs`);
};

/** A running child and what it says. */
export interface Child {
  readonly process: ChildProcess;
  /** Its next line; rejects where it ends first. */
  line(): Promise<string>;
  /** Every line up to its end. */
  rest(): Promise<readonly string[]>;
  /** Kills it on the spot. */
  kill(): Promise<void>;
  /** Ends its input and waits for its end. */
  end(): Promise<void>;
}

/** Starts a bundled child; it ends with the test at the latest. */
export const startChild = (script: string, ...args: readonly string[]): Child => {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const stop = async (end: () => void): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) end();
    await ended;
  };
  onTestFinished(() => stop(() => child.kill('SIGKILL')));
  return {
    process: child,
    line: async () => {
      const { done, value } = await lines.next();
      if (done === true) throw new Error('the child ended before it said anything');
      return value;
    },
    rest: async () => {
      const all: string[] = [];
      for (let next = await lines.next(); next.done !== true; next = await lines.next()) all.push(next.value);
      return all;
    },
    kill: () => stop(() => child.kill('SIGKILL')),
    end: () => stop(() => child.stdin.end()),
  };
};
