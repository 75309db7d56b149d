import { defineExecutor, layer, type ToolExecutor } from '@pawl/core';
import { describe, expect, it } from 'vitest';
import { chainSubject, executorSubject, wrapperSubject } from '../subject/index.js';
import { casesFor, checkConformance, replay, replayResult } from './index.js';

const sound = wrapperSubject({ name: 'sound', layer: layer('sound', {}, () => ({})) });

const forgetful = wrapperSubject({
  name: 'forgetful',
  touches: {},
  wrap: (inner) => ({ ...layer('inner', {}, () => ({}))(inner), needsApproval: () => false }),
});

describe('checkConformance', () => {
  it('gives the same report for the same seed, byte for byte, and plain JSON', async () => {
    const first = JSON.stringify(await checkConformance(forgetful, { seed: 7, profile: 'quick' }));
    const second = JSON.stringify(await checkConformance(forgetful, { seed: 7, profile: 'quick' }));
    expect(second).toBe(first);
  });

  it('blames the layer and the member, with the smallest chain and what the inner would have said', async () => {
    const report = await checkConformance(forgetful, { laws: ['FWD-04'] });
    const found = report.results[0]?.counterexample;
    expect(report.conformant).toBe(false);
    expect(found).toMatchObject({ lawId: 'FWD-04', member: 'needsApproval', layer: 'forgetful' });
    expect(found?.chain.map(({ name, guilty }) => [name, guilty])).toEqual([
      ['forgetful', true],
      ['base', false],
    ]);
    expect(found?.blame).toContain(
      'false is the default of this member; the inner was never asked, and it answers true',
    );
    expect(found?.text).toContain('FWD-04');
  });

  it('lowers the runs of a slow subject and says so', async () => {
    const report = await checkConformance({ ...sound, cost: 'slow' }, { laws: ['FWD-04'] });
    expect(report.options.runs).toBe(20);
    expect(report.notes.join()).toContain('20 runs a law instead of 200');
  });

  it('counts an expected failure, and is red when it no longer fails', async () => {
    const known = { 'FWD-04': 'mended next week' };
    const failing = await checkConformance(forgetful, { laws: ['FWD-04', 'FWD-05'], expectedFailures: known });
    expect(failing).toMatchObject({ conformant: true, expectedFailures: 1, staleFailures: 0 });
    const mended = await checkConformance(sound, { laws: ['FWD-04', 'FWD-05'], expectedFailures: known });
    expect(mended).toMatchObject({ conformant: false, staleFailures: 1 });
  });

  it('is vacuous, which is not green, where no telling case is met', async () => {
    const hidesAll = chainSubject({
      name: 'hides all',
      layers: [layer('hides-all', { specs: 'narrows' }, () => ({ specs: () => [] }))],
    });
    const { results } = await checkConformance(hidesAll, { laws: ['OWN-01'], runs: 20 });
    expect(results[0]?.verdict).toBe('vacuous');
  });
});

describe('casesFor', () => {
  it('gives a case for each law that applies; each rejects with the counterexample', async () => {
    const cases = casesFor([sound, forgetful], { profile: 'quick' });
    expect(cases.map(({ title }) => title)).toContain('sound: FWD-04 needs-approval-forwarded');
    const run = async (title: string): Promise<void> => cases.find((item) => item.title === title)?.run();
    await run('sound: FWD-04 needs-approval-forwarded');
    await expect(run('forgetful: FWD-04 needs-approval-forwarded')).rejects.toThrow('FWD-04');
  });
});

describe('replay', () => {
  it('runs exactly the counterexample again, and resolves once it is mended', async () => {
    const report = await checkConformance(forgetful, { laws: ['FWD-04'], seed: 3 });
    const token = report.results[0]?.counterexample?.replay ?? '';
    const again = await replayResult(forgetful, token);
    expect(again.counterexample?.scenario).toEqual(report.results[0]?.counterexample?.scenario);
    await expect(replay(forgetful, token)).rejects.toThrow('FWD-04');
    await replay(sound, token);
  });
});

describe('a bad adapter is an error that says how to mend it, never a verdict', () => {
  const one = defineExecutor({ workspace: 'none' });
  it.each([
    ['nothing', undefined, 'there is no subject: export one'],
    ['something else', { kind: 'sandwich' }, 'is no subject: make it with'],
    [
      'a creation that throws',
      executorSubject({
        name: 'x',
        create: () => {
          throw new Error('no disk');
        },
      }),
      'failed with "no disk"',
    ],
    ['one instance for all runs', executorSubject({ name: 'x', create: () => one }), 'the same instance twice'],
    [
      'a creation that never settles',
      executorSubject({ name: 'x', create: () => new Promise<ToolExecutor>(() => {}) }),
      'did not settle in time',
    ],
    ['another contract', executorSubject({ name: 'x', contractVersion: 99, create: () => one }), 'contract version 99'],
    ['no executor', executorSubject({ name: 'x', create: () => undefined as never }), 'where an executor is due'],
  ])('%s', async (_name, subject, message) => {
    const check = checkConformance(subject as never, { runs: 1, patienceMs: 20 });
    await expect(check).rejects.toThrow(message);
    await expect(check).rejects.toMatchObject({ name: 'AdapterError' });
  });
});
