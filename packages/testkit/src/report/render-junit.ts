import type { ConformanceReport, LawResult } from '../report-types/index.js';
import { standing } from './standing.js';
import { verdictLabel, verdictReason } from './verdict-label.js';

// XML 1.0 has no way to write these, not even as references (W3C XML 1.0, production 2).
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to be replaced
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  // Attributes would turn them into spaces.
  ['\n', '&#10;'],
  ['\r', '&#13;'],
  ['\t', '&#9;'],
]);

const escaped = (text: string): string =>
  text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(unwritable, '\ufffd')
    .replace(/[&<>"\n\r\t]/g, (sign) => entities.get(sign) ?? sign);

const attributes = (pairs: Readonly<Record<string, string | number>>): string =>
  Object.entries(pairs)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('');

const body = (result: LawResult): string => {
  const reason = verdictReason(result);
  if (standing(result) === 'passed') return '';
  if (standing(result) === 'skipped') return `<skipped${attributes({ message: reason })}/>`;
  if (result.verdict === 'kit-error') return `<error${attributes({ message: reason, type: 'kit-error' })}/>`;
  const found = result.stale ? undefined : result.counterexample;
  const message = found === undefined ? reason : `${result.lawId}: expected ${found.expected}, but ${found.but}`;
  return `<failure${attributes({ message, type: verdictLabel(result) })}>${escaped(found?.text ?? reason)}</failure>`;
};

const testcase = (subject: string, result: LawResult): string =>
  `    <testcase${attributes({ classname: subject, name: `${result.lawId} ${result.slug}` })}>${body(result)}</testcase>`;

const totals = (results: readonly LawResult[]): Readonly<Record<string, number>> => {
  const errors = results.filter((result) => standing(result) === 'failed' && result.verdict === 'kit-error').length;
  return {
    tests: results.length,
    failures: results.filter((result) => standing(result) === 'failed').length - errors,
    errors,
    skipped: results.filter((result) => standing(result) === 'skipped').length,
  };
};

/** Reports as JUnit XML: a suite for each subject, a case for each law. Without times, so that runs can be compared. */
export const renderJunit = (reports: readonly ConformanceReport[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: '@pawl/testkit', ...totals(reports.flatMap(({ results }) => results)) })}>`,
    ...reports.flatMap(({ subject, results }) => [
      `  <testsuite${attributes({ name: subject.name, ...totals(results) })}>`,
      ...results.map((result) => testcase(subject.name, result)),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n');
