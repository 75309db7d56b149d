import type { LawResult } from '../../report-types/index.js';
import { verdictReason } from '../verdict-label.js';
import { badge } from './badge.js';
import { html, type Markup, prose } from './markup.js';

const count = new Intl.NumberFormat('en-US');

const coverage = ({ runs, coverage: { telling, minimum } }: LawResult): Markup =>
  runs === 0
    ? html`<span class="quiet">not run</span>`
    : html`<b>${count.format(telling)}</b> telling cases <span class="quiet">${count.format(minimum)} needed; ${count.format(runs)} ${runs === 1 ? 'run' : 'runs'}</span>`;

const row = (result: LawResult, anchor: string | undefined): Markup => {
  const reason = verdictReason(result);
  const { lawId, slug, level, statement } = result;
  const id = anchor === undefined ? html`<code>${lawId}</code>` : html`<a href="#${anchor}"><code>${lawId}</code></a>`;
  return html`<tr class="${result.verdict}"><th scope="row">${id}</th><td class="law"><span class="slug">${slug}</span>${prose(statement)}${
    reason === '' ? '' : html`<em>${prose(reason)}</em>`
  }</td><td class="level">${level}</td><td>${badge(result)}</td><td class="coverage">${coverage(result)}</td></tr>
`;
};

/** Every law with its verdict; a failed one leads to its counterexample. */
export const lawTable = (
  results: readonly LawResult[],
  anchorOf: (result: LawResult) => string | undefined,
): Markup => html`<table class="laws">
<thead><tr><th scope="col">Law</th><th scope="col">Statement</th><th scope="col">Level</th><th scope="col">Verdict</th><th scope="col">Coverage</th></tr></thead>
<tbody>
${results.map((result) => row(result, anchorOf(result)))}</tbody></table>
`;
