import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';

const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const fixtures = fileURLToPath(new URL('./fixtures/', import.meta.url));

const pawlTestkit = (...args: readonly string[]) =>
  spawnSync(process.execPath, [main, ...args], { cwd: fixtures, encoding: 'utf8' });

describe('the process of pawl-testkit', () => {
  beforeAll(() => {
    if (existsSync(main)) return;
    const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
    spawnSync(process.execPath, [tsc, '-b', fileURLToPath(new URL('../', import.meta.url))]);
  });

  it('exits with the code of the run', () => {
    expect(pawlTestkit('run', 'conformant.mjs', '--law', 'FWD-04').status).toBe(0);
    expect(pawlTestkit('run', 'broken.mjs', '--law', 'FWD-04').status).toBe(1);
    expect(pawlTestkit('run', 'nothing.mjs').status).toBe(2);
  });

  it('never looks like a pass where an adapter ends the process', () => {
    const { status, stderr } = pawlTestkit('run', 'ends-the-process.mjs');
    expect([status, stderr]).toEqual([2, expect.stringContaining('the process ended before the run did')]);
  });

  it('never looks like a violation where code under test throws behind everybody’s back', () => {
    const { status, stderr } = pawlTestkit('run', 'throws-behind.mjs');
    expect([status, stderr]).toEqual([2, expect.stringContaining('threw where nobody could catch it')]);
  });

  it('leaves although an adapter keeps a timer open, with all of a long report written', () => {
    const { status, stdout } = pawlTestkit('run', 'keeps-open.mjs', '--profile', 'quick', '--reporter', 'html');
    expect(status).toBe(0);
    expect(stdout.trimEnd().endsWith('</html>')).toBe(true);
  });
});
