import type { ChainStep, Counterexample } from '../../report-types/index.js';
import { html, type Markup } from './markup.js';

const caption = ({ role, guilty, name }: ChainStep): string => {
  if (guilty) return 'guilty';
  if (role === 'subject') return 'under test';
  return name === 'base' ? 'executor of the kit' : 'layer of the kit';
};

const box = (step: ChainStep, member: string): Markup => html`<li class="${step.role} ${step.guilty ? 'guilty' : ''}">
<div class="box"><small>${caption(step)}</small><b>${step.name}</b>${step.guilty ? html`<code>${member}</code>` : ''}</div></li>`;

/** The chain of a counterexample, outermost first, with the guilty layer and member marked. */
export const chainDrawing = ({ chain, member, layer }: Counterexample): Markup => {
  const guilty = chain.some((step) => step.guilty) ? '' : ` Guilty: ${layer}.`;
  return html`<figure class="chain"><figcaption>The smallest chain, outermost first.${guilty}</figcaption>
<ol><li class="entry"><span>call</span></li>${chain.map((step) => box(step, member))}</ol></figure>
`;
};
