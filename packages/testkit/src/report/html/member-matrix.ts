import { type ExecutorMember, executorMembers } from '@pawl/core';
import type { LawResult } from '../../report-types/index.js';
import { verdictLabel } from '../verdict-label.js';
import { signs, toneOf } from './badge.js';
import { html, type Markup } from './markup.js';

const cell = (result: LawResult, member: ExecutorMember): Markup => {
  if (!result.members.includes(member)) return html`<td></td>`;
  const tone = toneOf(result);
  const guilty = result.counterexample?.member;
  // A law that fails in one member says nothing about the others that it looks at.
  const elsewhere = guilty !== undefined && guilty !== member && guilty !== 'dispatch';
  const label = `${result.lawId}, ${member}: ${elsewhere ? `fails in ${guilty}` : verdictLabel(result)}`;
  return html`<td><span class="cell ${tone}${elsewhere ? ' elsewhere' : ''}" role="img" aria-label="${label}" title="${label}">${
    elsewhere ? '·' : signs[tone]
  }</span></td>`;
};

const row = (result: LawResult): Markup =>
  html`<tr><th scope="row"><code>${result.lawId}</code></th>${executorMembers.map((member) => cell(result, member))}</tr>
`;

const heading = (member: ExecutorMember, touches: Readonly<Record<string, string>>): Markup => {
  const touch = new Map(Object.entries(touches)).get(member);
  return html`<th scope="col"><span>${member}${touch === undefined ? '' : html` <i>${touch}</i>`}</span></th>`;
};

/** The laws against the fourteen members that they look at. */
export const memberMatrix = (
  results: readonly LawResult[],
  touches: Readonly<Record<string, string>>,
): Markup => html`<div class="scroll" tabindex="0" role="region" aria-label="Laws against members"><table class="matrix">
<thead><tr><th scope="col"><span class="quiet">law</span></th>${executorMembers.map((member) => heading(member, touches))}</tr></thead>
<tbody>
${results.filter(({ members }) => members.length > 0).map(row)}</tbody></table></div>
<p class="legend"><span><i class="cell good">${signs.good}</i> keeps it</span><span><i class="cell bad">${signs.bad}</i> breaks it here</span><span><i class="cell bad elsewhere">·</i> the law breaks in another member</span><span><i class="cell warn">${signs.warn}</i> nothing shown, or expected</span><span><i class="cell mute">${signs.mute}</i> not applicable</span></p>
`;
