import type { ConformanceReport } from '../../report-types/index.js';
import { tally } from '../tally.js';
import { html, type Markup } from './markup.js';
import { subjectAnchor } from './subject-section.js';
import { verdictBar } from './verdict-bar.js';

const row = (report: ConformanceReport, index: number): Markup => {
  const { passed, failed, skipped } = tally([report]);
  const { subject, conformant, results } = report;
  return html`<li><a href="#${subjectAnchor(index)}">${subject.name}</a><span class="verdict ${conformant ? 'good' : 'bad'}">${conformant ? 'conformant' : 'not conformant'}</span>${verdictBar(results)}<span class="quiet">${passed} passed, ${failed} failed, ${skipped} skipped</span></li>
`;
};

const tile = (value: number, label: string, tone: string): Markup =>
  html`<div class="tile ${value === 0 ? 'zero' : tone}"><dd>${value}</dd><dt>${label}</dt></div>`;

/** What a reader wants first: does it hold, and if not, where. */
export const overview = (reports: readonly ConformanceReport[]): Markup => {
  const { passed, failed, skipped } = tally(reports);
  const red = reports.filter(({ conformant }) => !conformant).length;
  const [only] = reports;
  const title =
    reports.length === 1 && only !== undefined
      ? only.subject.name
      : `${reports.length} subjects${red === 0 ? ', all conformant' : `, ${red} not conformant`}`;
  return html`<header class="page"><p class="kicker">Conformance report · @pawl/testkit</p><h1>${title}</h1>
<dl class="tiles">${tile(passed, 'passed', 'good')}${tile(failed, 'failed', 'bad')}${tile(skipped, 'skipped', 'mute')}</dl></header>
${reports.length < 2 ? '' : html`<nav aria-label="Subjects"><ol class="subjects">${reports.map(row)}</ol></nav>`}`;
};
