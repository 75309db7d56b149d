import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const part = (name: string): string => new URL(`../tools/soak/${name}.mjs`, import.meta.url).href;
const { account } = await import(part('account'));
const { planCalls } = await import(part('plan'));
const { trendOf } = await import(part('trend'));
const { wrongWithTrends } = await import(part('bounds'));

const lanes = [{ name: 'a lane', traits: ['stdio', 'pawl', 'steady'] }];
const record = { key: 'k', lane: 0, kind: 'echo', status: 'executed', disturbed: false, ms: 1 };

/** What the account says of one call, which went well but for `changes`. */
const problems = (changes: object, { served = [{ status: 'executed' }] as object[], runs = 1 } = {}): string[] =>
  account({
    plans: [{ key: 'k', lane: 0, kind: 'echo', ...changes }],
    records: [{ ...record, ...changes }],
    served: served.map((said) => ({ key: 'k', ...said })),
    ledger: Array.from({ length: runs }, () => 'k'),
    lanes,
  }).violations;

const failed = (outcome: string, code = 'source-lost') => ({ status: 'failed', code, outcome });

describe('the account of a soak', () => {
  it('finds nothing wrong with a call that ran once and was answered', () => {
    expect(problems({})).toEqual([]);
  });

  it.each<[string, object, { served?: object[]; runs?: number }]>([
    ['ran twice', {}, { runs: 2 }],
    ['never settled', { status: 'unsettled' }, {}],
    ['got the answer to another call', { wrong: 'wrong answer' }, {}],
    ['was executed and never ran', {}, { runs: 0 }],
    ['was executed, and its server knows nothing of it', {}, { served: [] }],
    ['failed though nothing disturbed it', failed('unknown'), { served: [] }],
    ['failed without an outcome', { status: 'failed', code: 'x', disturbed: true }, { served: [] }],
    ['ran, and its client was told that it had not', { ...failed('not-started'), disturbed: true }, { served: [] }],
    [
      'ran, and its server said that it had not',
      { ...failed('unknown'), disturbed: true },
      { served: [failed('not-started')] },
    ],
    [
      'merely failed for the client, where its server says that it may have run',
      { kind: 'killed in the middle', ...failed('failed') },
      { served: [failed('unknown')] },
    ],
    ['ran, though it is withheld', { kind: 'forbidden', ...failed('not-started', 'unknown-tool') }, { served: [] }],
    ['was lost by a tool that only fails', { kind: 'fail', ...failed('unknown') }, { served: [failed('unknown')] }],
  ])('finds a call that %s', (_, changes, rest) => {
    expect(problems(changes, rest)).toHaveLength(1);
  });

  it('finds a call without an outcome, and a run that nobody called', () => {
    const plans = [{ key: 'k', lane: 0, kind: 'echo' }];
    const { violations } = account({ plans, records: [], served: [], ledger: ['other'], lanes });
    expect(violations).toHaveLength(2);
  });
});

describe('the trend of a soak', () => {
  const trend = (value: (call: number) => number) =>
    trendOf(Array.from({ length: 40 }, (_, round) => ({ at: round * 250, value: value(round * 250) })));
  const flat = trend(() => 50e6);
  const steady = { name: 'p', heap: flat, rss: flat, descriptors: trend(() => 20) };

  it('is flat where nothing grows', () => {
    expect(wrongWithTrends([steady], 40)).toEqual([]);
  });

  it.each([
    ['heap by a kibibyte a call', { heap: trend((call) => 50e6 + 1024 * call) }],
    ['heap by a step', { heap: trend((call) => (call > 5000 ? 70e6 : 50e6)) }],
    ['resident memory', { rss: trend((call) => 50e6 + 8192 * call) }],
    ['descriptors', { descriptors: trend((call) => 20 + call / 500) }],
  ])('is not flat where a process grows in %s', (_, grown) => {
    expect(wrongWithTrends([{ ...steady, ...grown }], 40).length).toBeGreaterThan(0);
  });
});

it('plans the same calls and faults for the same seed, and others for another', () => {
  const plan = (seed: number) => planCalls({ count: 500, seed, lanes });
  expect(plan(3)).toEqual(plan(3));
  expect(plan(3).map(({ kind }: { kind: string }) => kind)).not.toEqual(
    plan(4).map(({ kind }: { kind: string }) => kind),
  );
});

it('soaks two hundred calls: nothing is lost, nothing is left', () => {
  const run = fileURLToPath(part('run'));
  const args = [run, '--calls', '200', '--seed', '7', '--json'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const report = JSON.parse(stdout);
  expect(report.violations).toEqual([]);
  expect(report).toMatchObject({ processesLeft: 0, held: [] });
  expect(Object.values(report.kinds).reduce((sum: number, count) => sum + Number(count), 0)).toBe(200);
  expect(status, stderr).toBe(0);
});
