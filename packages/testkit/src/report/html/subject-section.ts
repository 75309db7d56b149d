import type { ConformanceReport, LawResult } from '../../report-types/index.js';
import { tally, tallyLine } from '../tally.js';
import { counterexampleCard } from './counterexample-card.js';
import { lawTable } from './law-table.js';
import { html, type Markup } from './markup.js';
import { memberMatrix } from './member-matrix.js';
import { verdictBar } from './verdict-bar.js';

const kinds: Readonly<Record<ConformanceReport['subject']['kind'], string>> = {
  executor: 'an executor',
  wrapper: 'a wrapper',
  composite: 'a composite',
  chain: 'a chain',
  caller: 'a caller',
};

const facts = ({ subject, options, contractVersion }: ConformanceReport): Markup => {
  const touches = Object.entries(subject.touches);
  const touched =
    touches.length === 0
      ? ''
      : html`<li>touches ${touches.map(([member, kind]) => html`<span class="chip"><code>${member}</code> ${kind}</span> `)}</li>`;
  const layers =
    subject.layers.length === 0
      ? ''
      : html`<li>layers, outermost first: ${subject.layers.map((name) => html`<span class="chip">${name}</span> `)}</li>`;
  return html`<ul class="facts"><li>${kinds[subject.kind]}</li><li>contract ${contractVersion}</li><li>seed ${options.seed}</li><li>${options.runs} runs a law (${options.profile})</li>${touched}${layers}</ul>
`;
};

/** Where a subject's section starts in the page. */
export const subjectAnchor = (index: number): string => `subject-${index + 1}`;

/** Everything about one subject. */
export const subjectSection = (report: ConformanceReport, index: number): Markup => {
  const { subject, results, notes, conformant } = report;
  const anchorOf = ({ lawId, counterexample }: LawResult): string | undefined =>
    counterexample === undefined ? undefined : `${subjectAnchor(index)}-${lawId}`;
  const cards = results.flatMap((result) => {
    const anchor = anchorOf(result);
    return result.counterexample === undefined || anchor === undefined
      ? []
      : [counterexampleCard(anchor, result, result.counterexample)];
  });
  return html`<section id="${subjectAnchor(index)}">
<header class="subject"><h2>${subject.name}</h2><span class="verdict ${conformant ? 'good' : 'bad'}">${conformant ? 'conformant' : 'not conformant'}</span></header>
${facts(report)}${notes.map((note) => html`<p class="note">${note}</p>`)}${verdictBar(results)}<p class="quiet">${tallyLine(tally([report]))}</p>
${cards.length === 0 ? '' : html`<h3>Counterexamples</h3>${cards}`}<h3>Laws against members</h3>
${memberMatrix(results, subject.touches)}<details class="all"${conformant ? '' : html` open`}><summary>The laws, ${results.length} of them</summary>
${lawTable(results, anchorOf)}</details></section>
`;
};
