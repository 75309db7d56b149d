import { layer } from '@pawl/core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ConformanceReport, LawResult } from '../report-types/index.js';
import { checkConformance } from '../run/index.js';
import { wrapperSubject } from '../subject/index.js';
import { renderHtml, renderJson, renderJunit, renderText, standing, tally, tallyLine } from './index.js';

const hostile = `<img src=x onerror=alert(1)> & "it's" \u0000\ud800`;
const careless = layer(hostile, { specs: 'narrows' }, (inner) => ({ specs: () => [...inner.specs()] }));

let report: ConformanceReport;
let first: LawResult;
beforeAll(async () => {
  const subject = wrapperSubject({ name: hostile, layer: careless });
  report = await checkConformance(subject, { profile: 'quick', laws: ['SPC-01', 'SPC-02', 'DEF-01'] });
  const [result] = report.results;
  if (result === undefined) throw new Error('no law ran');
  first = result;
});

const withResult = (change: Partial<LawResult>): ConformanceReport => ({
  ...report,
  results: [{ ...first, ...change }],
});

describe('standing', () => {
  it('passes a pass alone, and skips what is expected or does not concern', () => {
    const stands = (change: Partial<LawResult>) => standing({ ...first, stale: false, ...change });
    expect(stands({ verdict: 'pass' })).toBe('passed');
    expect(stands({ verdict: 'not-applicable' })).toBe('skipped');
    expect(stands({ verdict: 'fail', expectedFailure: 'known' })).toBe('skipped');
    for (const verdict of ['fail', 'vacuous', 'inconclusive', 'kit-error'] as const) {
      expect(stands({ verdict })).toBe('failed');
    }
    expect(stands({ verdict: 'pass', stale: true })).toBe('failed');
  });
});

describe('renderText', () => {
  it('ends with the line that counts', () => {
    expect(renderText([report]).trimEnd().split('\n').at(-1)).toBe('1 passed, 1 failed, 1 skipped');
    expect(tallyLine(tally([report, report]))).toBe('2 passed, 2 failed, 2 skipped');
  });

  it('shows the whole counterexample', () => {
    const found = report.results.find(({ verdict }) => verdict === 'fail')?.counterexample;
    for (const line of found?.text.split('\n') ?? ['none']) expect(renderText([report])).toContain(line.trimEnd());
  });

  it('writes colours only when told to', () => {
    const start = String.fromCharCode(27);
    expect(renderText([report])).not.toContain(start);
    expect(renderText([report], { colour: 'ansi' })).toContain(`${start}[31mfail`);
  });
});

describe('renderJson', () => {
  it('writes the reports as they are, the same text each time', () => {
    expect(JSON.parse(renderJson([report]))).toEqual(JSON.parse(JSON.stringify([report])));
    expect(renderJson(JSON.parse(renderJson([report])) as ConformanceReport[])).toBe(renderJson([report]));
  });
});

describe('renderJunit', () => {
  it('counts failures, errors and skipped cases', () => {
    expect(renderJunit([report])).toContain(
      '<testsuites name="@pawl/testkit" tests="3" failures="1" errors="0" skipped="1">',
    );
    expect(renderJunit([withResult({ verdict: 'kit-error', reason: 'it broke' })])).toContain(
      '<error message="it broke" type="kit-error"/>',
    );
  });

  it('escapes whatever a name holds, and writes nothing that XML cannot hold', () => {
    const xml = renderJunit([report]);
    expect(xml).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;');
    expect(xml).not.toContain('<img');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 cannot hold
    expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]|\p{Surrogate}/u);
  });

  it('says of a stale expectation that it must go', () => {
    const stale = withResult({ verdict: 'pass', stale: true, expectedFailure: 'known since May' });
    expect(renderJunit([stale])).toContain('known since May');
    expect(renderJunit([stale])).toContain('type="stale"');
  });
});

describe('renderHtml', () => {
  it('lets nothing of a report become markup', () => {
    const page = renderHtml([report]);
    expect(page).not.toContain('<img');
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });

  it('marks the guilty layer with its member', () => {
    expect(renderHtml([report])).toMatch(
      /class="subject guilty">\s*<div class="box"><small>guilty<\/small><b>[\s\S]*?<code>specs<\/code>/,
    );
  });

  it('holds every law with its verdict, level and coverage', () => {
    const page = renderHtml([report]);
    for (const { lawId } of report.results) expect(page).toContain(`<code>${lawId}</code>`);
    expect(page).toContain('telling cases');
  });

  it('is the same text for the same reports', () => {
    expect(renderHtml([report])).toBe(renderHtml([report]));
  });
});
