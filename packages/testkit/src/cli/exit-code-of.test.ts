import { describe, expect, it } from 'vitest';
import type { ConformanceReport, LawResult, Verdict } from '../report-types/index.js';
import { exitCodeOf } from './exit-code-of.js';

const result = (verdict: Verdict, more: Partial<LawResult> = {}): LawResult => ({
  lawId: 'FWD-04',
  slug: 'needs-approval-forwarded',
  level: 'must',
  statement: '',
  members: [],
  verdict,
  stale: false,
  runs: 1,
  coverage: { telling: 1, minimum: 1 },
  ...more,
});

// Only what an exit code depends on.
const report = (conformant: boolean, ...results: readonly LawResult[]): ConformanceReport =>
  ({ conformant, results }) as unknown as ConformanceReport;

const broken = result('fail');
const stale = result('pass', { stale: true, expectedFailure: 'long mended' });

describe('exitCodeOf', () => {
  it('is 0 only where every subject is conformant', () => {
    expect(exitCodeOf([report(true, result('pass'))])).toBe(0);
    expect(exitCodeOf([report(true, result('pass')), report(false, result('vacuous'))])).toBe(4);
    expect(exitCodeOf([])).toBe(4);
  });

  it('names what needs attention first: the kit, a violation, a stale expectation, nothing shown', () => {
    const rest = [result('inconclusive'), stale, broken, result('kit-error')];
    const codes = [4, 3, 1, 70];
    codes.forEach((code, index) => {
      expect(exitCodeOf([report(false, ...rest.slice(0, index + 1))])).toBe(code);
    });
  });

  it('does not count a failure that is expected', () => {
    const known = result('fail', { expectedFailure: 'known' });
    expect(exitCodeOf([report(true, result('pass'), known)])).toBe(0);
  });
});
