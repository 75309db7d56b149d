import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Clock, systemClock } from '@pawl/core';
import { afterAll, describe, expect, it } from 'vitest';
import { laws } from '../laws/index.js';
import type { ConformanceReport } from '../report-types/index.js';
import { runCommandLine } from './run-command-line.js';

const fixtures = fileURLToPath(new URL('../../test/fixtures/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'pawl-testkit-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A clock whose `nth` wait is over at once, and whose others never end. */
const endingWait = (nth: number): Clock => {
  let waits = 0;
  return {
    setTimeout: (run) => {
      waits++;
      return waits === nth ? systemClock.setTimeout(run, 0) : () => undefined;
    },
  };
};

const call = async (args: readonly string[], more: { readonly cwd?: string; readonly clock?: Clock } = {}) => {
  const text = { out: '', error: '' };
  const code = await runCommandLine(args, {
    out: (part) => {
      text.out += part;
    },
    error: (part) => {
      text.error += part;
    },
    progress: 'none',
    colour: 'none',
    cwd: more.cwd ?? fixtures,
    clock: more.clock ?? systemClock,
  });
  return { ...text, code, last: text.out.trimEnd().split('\n').at(-1) ?? '' };
};

const written = (name: string, value: unknown): string => {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(value));
  return file;
};

describe('run', () => {
  it('exits with 0 where every law holds, and counts in the last line', async () => {
    const { code, last, out } = await call(['run', 'conformant.mjs', '--profile', 'quick']);
    expect(last).toMatch(/^[1-9]\d* passed, 0 failed, [1-9]\d* skipped$/);
    expect(out).toContain('read-only, a subject of kind wrapper');
    expect(code).toBe(0);
  });

  it('exits with 1 where a law is broken, and shows the counterexample', async () => {
    const { code, out } = await call(['run', 'broken.mjs', '--law', 'FWD-04', '--law', 'specs-narrowed']);
    expect(code).toBe(1);
    expect(out).toContain('`needsApproval` of careless & <wide> is guilty');
    expect(out).toContain('same > [rebuilt] > base');
    expect(out).toMatch(/\n2 passed, 2 failed, 0 skipped\n$|\n1 passed, 2 failed, 1 skipped\n$/);
  });

  it('exits with 0 for failures that are expected, and with 3 once they are mended', async () => {
    const expected = written('one.json', { 'careless & <wide>': { 'FWD-04': 'known, see our issue 12' } });
    const args = ['--law', 'FWD-04', '--profile', 'quick', '--expected-failures', expected];
    const known = await call(['run', 'broken.mjs', '--subject', 'careless & <wide>', ...args]);
    // One law that fails as expected shows nothing by itself.
    expect([known.code, known.last]).toEqual([4, '0 passed, 0 failed, 1 skipped']);
    const more = await call(['run', 'broken.mjs', '--subject', 'careless & <wide>', ...args, '--law', 'FWD-05']);
    expect([more.code, more.last]).toEqual([0, '1 passed, 0 failed, 1 skipped']);
    const stale = await call([
      'run',
      'conformant.mjs',
      '--law',
      'FWD-04',
      '--expected-failures',
      written('two.json', { 'fwd-04': 'mended long ago' }),
    ]);
    expect([stale.code, stale.last]).toEqual([3, '0 passed, 1 failed, 0 skipped']);
    expect(stale.out).toContain('mended long ago');
  });

  it('exits with 4 where nothing was shown', async () => {
    const { code, last } = await call(['run', 'conformant.mjs', '--law', 'DEF-01']);
    expect([code, last]).toEqual([4, '0 passed, 0 failed, 1 skipped']);
  });

  it('gives the same report for the same seed, byte for byte', async () => {
    const args = ['run', 'broken.mjs', '--profile', 'quick', '--seed', '-7', '--reporter', 'json'];
    const [first, second] = [await call(args), await call(args)];
    expect(first.out).toBe(second.out);
    expect(first.error).toMatch(/^\d+ passed, \d+ failed, \d+ skipped\n$/);
    // The array is what `renderJson` was given.
    expect((JSON.parse(first.out) as ConformanceReport[]).map(({ options }) => options.seed)).toEqual([-7, -7]);
  });

  it('writes the report to a file, and says in words what it found', async () => {
    const file = join(folder, 'report.xml');
    const { code, last } = await call([
      'run',
      'conformant.mjs',
      '--law',
      'FWD-04',
      '--reporter',
      'junit',
      '--output',
      file,
    ]);
    expect([code, last]).toEqual([0, '1 passed, 0 failed, 0 skipped']);
    expect(readFileSync(file, 'utf8')).toContain(
      '<testcase classname="read-only" name="FWD-04 needs-approval-forwarded">',
    );
  });
});

describe('replay', () => {
  it('runs a counterexample again', async () => {
    const found = await call(['run', 'broken.mjs', '--law', 'FWD-04', '--reporter', 'json']);
    const [report] = JSON.parse(found.out) as ConformanceReport[];
    const token = report?.results[0]?.counterexample?.replay ?? '';
    const again = await call(['replay', token, 'broken.mjs', '--subject', 'careless & <wide>']);
    expect([again.code, again.last]).toEqual([1, '0 passed, 1 failed, 0 skipped']);
    const mended = await call(['replay', token, 'conformant.mjs']);
    expect([mended.code, mended.last]).toEqual([0, '1 passed, 0 failed, 0 skipped']);
    const which = await call(['replay', token, 'broken.mjs']);
    expect([which.code, which.error]).toEqual([2, expect.stringContaining('say with --subject which one failed')]);
  });
});

describe('bad adapters', () => {
  it.each([
    ['nothing.mjs', 'nothing.mjs exports no subject: `export default'],
    ['empty-list.mjs', 'empty-list.mjs exports no subject'],
    ['no-subject.mjs', 'is no subject: make it with executorSubject'],
    ['throws-on-import.mjs', 'loading it failed with "no such database"'],
    ['throws-on-call.mjs', 'the function that it exports failed with "no such database"'],
    ['throws-on-creation.mjs', 'no database: making it failed with "no such database"'],
    ['same-instance.mjs', 'one for all: it hands out the same instance twice; make a new one each time'],
    ['other-contract.mjs', 'old is written for contract version 99'],
    ['missing.mjs', 'there is no file missing.mjs'],
  ])('says of %s what is wrong and how to mend it', async (file, sentence) => {
    const { code, error, out } = await call(['run', file]);
    expect(error).toContain(sentence);
    expect([code, out]).toEqual([2, '']);
  });

  it.each([
    ['never-settles.mjs', 1, 'loading it did not settle within 30 s'],
    ['never-hands-out.mjs', 2, 'the function that it exports did not settle within 30 s'],
  ])('does not wait for ever for %s', async (file, wait, sentence) => {
    const { code, error } = await call(['run', file], { clock: endingWait(wait) });
    expect([code, error]).toEqual([2, expect.stringContaining(sentence)]);
  });

  it('does not wait for ever for an executor', async () => {
    const { code, error } = await call(['run', 'never-created.mjs']);
    expect([code, error]).toEqual([2, expect.stringContaining('pending: making it did not settle in time')]);
  });
});

describe('bad usage', () => {
  it.each([
    [[], 'say what to do: run, list'],
    [['rnu', 'x'], 'there is no command "rnu"; did you mean run?'],
    [['run'], 'run needs <file>'],
    [['run', 'a', 'b'], 'does not know what to do with "b"'],
    [['run', 'x', '--reportr', 'json'], 'there is no option --reportr; did you mean --reporter?'],
    [['run', 'x', '--law', 'FWD-O4'], 'there is no law "FWD-O4"; did you mean FWD-0'],
    [['run', 'x', '--law'], '--law needs a value: --law <id>'],
    [['run', 'x', '--law', '--seed', '1'], '--law needs a value'],
    [['run', 'x', '--seed', '1.5'], '--seed must be a whole number, not "1.5"'],
    [['run', 'x', '--runs', '0'], '--runs must be 1 or more'],
    [['run', 'x', '--runs', '5', '--profile', 'quick'], 'give --runs or --profile, not both'],
    [['run', 'x', '--profile', 'quik'], '--profile takes quick, default, thorough, not "quik"; did you mean quick?'],
    [['run', 'x', '--seed', '1', '--seed', '2'], '--seed is given twice'],
    [['list', '--seed', '1'], '--seed means nothing to list'],
    [['run', 'conformant.mjs', '--subject', 'read-onyl'], 'did you mean read-only?'],
    [['run', 'conformant.mjs', '--expected-failures', 'conformant.mjs'], 'conformant.mjs cannot be read as JSON'],
    [['replay', 'nonsense', 'conformant.mjs'], 'is no replay token'],
  ])('says of %j what is wrong', async (args, sentence) => {
    const { code, error, out } = await call(args);
    expect(error).toContain(sentence);
    expect([code, out]).toEqual([2, '']);
  });

  it('asks for a reason for every expected failure', async () => {
    const bare = written('bare.json', { 'FWD-04': ' ' });
    const { code, error } = await call(['run', 'conformant.mjs', '--expected-failures', bare]);
    expect([code, error]).toEqual([2, expect.stringContaining('say why FWD-04 is expected to fail')]);
  });
});

describe('list and explain', () => {
  it('lists every law', async () => {
    const { code, out } = await call(['list']);
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => line.split(' ')[0]),
    ).toEqual(laws.map(({ id }) => id));
    expect(code).toBe(0);
  });

  it('says of a law why it exists, where to look and which mutants break it', async () => {
    const { code, out } = await call(['explain', 'needs-approval-forwarded']);
    const law = laws.find(({ id }) => id === 'FWD-04');
    for (const part of ['FWD-04', law?.intent, law?.whereToLook, 'pass-through/needsApproval'])
      expect(out).toContain(part);
    expect(code).toBe(0);
  });
});

describe('init', () => {
  it('writes an adapter that runs, and never overwrites', async () => {
    // Inside the package, so that its imports lead somewhere.
    const cwd = mkdtempSync(join(fixtures, '../init-'));
    try {
      expect((await call(['init', 'mine.mjs'], { cwd })).code).toBe(0);
      expect((await call(['run', 'mine.mjs', '--profile', 'quick'], { cwd })).code).toBe(0);
      const again = await call(['init', 'mine.mjs'], { cwd });
      expect([again.code, again.error]).toEqual([2, expect.stringContaining('mine.mjs exists already')]);
    } finally {
      rmSync(cwd, { recursive: true });
    }
  });
});
