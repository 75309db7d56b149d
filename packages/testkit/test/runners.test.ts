import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('./runners/', import.meta.url));
const root = fileURLToPath(new URL('../../../', import.meta.url));
const resolve = createRequire(import.meta.url).resolve;
const binOf = (name: string, path: string): string => join(dirname(resolve(`${name}/package.json`)), path);

interface Ran {
  readonly code: number;
  readonly out: string;
}

const node = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> =>
  new Promise((done) => {
    // A runner inside a runner must not take the outer one's word for what it is.
    const { VITEST: _vitest, NODE_TEST_CONTEXT: _context, JEST_WORKER_ID: _jest, ...own } = process.env;
    const options = { cwd: folder, env: { ...own, NODE_OPTIONS: '', ...env }, maxBuffer: 1 << 26 };
    execFile(process.execPath, [...args], options, (error, out, err) => {
      done({
        code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1,
        out: out === '' ? err : out,
      });
    });
  });

/** From the first brace: Jest and Mocha may write a line of their own before it. */
const json = (out: string): Readonly<Record<string, unknown>> =>
  // It comes from a reporter that writes one object.
  JSON.parse(out.slice(out.indexOf('{'))) as Readonly<Record<string, unknown>>;

interface Runner {
  readonly name: string;
  readonly args: readonly string[];
  readonly counts: (out: string) => { readonly passed: unknown; readonly failed: unknown };
}

const patience = '60000';
const runners: readonly Runner[] = [
  {
    name: 'Vitest',
    args: [
      binOf('vitest', 'vitest.mjs'),
      'run',
      '--config=vitest.config.mjs',
      '--reporter=json',
      `--testTimeout=${patience}`,
    ],
    counts: (out) => ({ passed: json(out)['numPassedTests'], failed: json(out)['numFailedTests'] }),
  },
  {
    name: 'node:test',
    args: ['--import=./node-test-global.mjs', '--test', '--test-reporter=tap', 'conformance.test.mjs'],
    counts: (out) => ({
      passed: Number(/^# pass (\d+)$/m.exec(out)?.[1]),
      failed: Number(/^# fail (\d+)$/m.exec(out)?.[1]),
    }),
  },
  {
    name: 'Jest',
    args: [
      '--experimental-vm-modules',
      binOf('jest', 'bin/jest.js'),
      '--config={"transform":{},"testEnvironment":"node","testMatch":["**/*.test.mjs"],"moduleFileExtensions":["mjs","js"]}',
      `--rootDir=${folder}`,
      '--json',
      '--watchman=false',
      `--testTimeout=${patience}`,
    ],
    counts: (out) => ({ passed: json(out)['numPassedTests'], failed: json(out)['numFailedTests'] }),
  },
  {
    name: 'Mocha',
    args: [
      binOf('mocha', 'bin/mocha.js'),
      '--ui=tdd',
      '--reporter=json',
      `--timeout=${patience}`,
      'conformance.test.mjs',
    ],
    counts: (out) => {
      // `stats` is how Mocha's own JSON reporter counts.
      const stats = json(out)['stats'] as Readonly<Record<string, unknown>>;
      return { passed: stats['passes'], failed: stats['failures'] };
    },
  },
];

describe('three lines of test file', () => {
  let cases = 0;

  beforeAll(async () => {
    if (!existsSync(join(root, 'packages/testkit/dist/index.js'))) {
      await node([binOf('typescript', 'bin/tsc'), '-b', join(root, 'packages/testkit')]);
    }
    const count =
      "import { casesFor } from '@pawl/testkit'; import { subject } from './subject.mjs'; console.log(casesFor(subject).length)";
    cases = Number((await node(['--input-type=module', '--eval', count])).out);
  });

  it.each(runners)('gives $name every case, and all pass', async ({ args, counts }) => {
    const { out, code } = await node(args);
    expect(cases).toBeGreaterThan(20);
    expect({ ...counts(out), code }).toEqual({ passed: cases, failed: 0, code: 0 });
  });

  it.each(runners)('fails under $name where the subject is broken', async ({ args, counts }) => {
    const { out, code } = await node(args, { PAWL_SUBJECT: 'broken' });
    expect(code).not.toBe(0);
    expect(counts(out).failed).toBe(1);
    expect(out).toContain('a new array comes each time');
  });
});
