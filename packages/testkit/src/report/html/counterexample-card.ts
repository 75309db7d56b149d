import { laws } from '../../laws/index.js';
import type { Counterexample, LawResult } from '../../report-types/index.js';
import { badge } from './badge.js';
import { chainDrawing } from './chain-drawing.js';
import { html, type Markup, prose } from './markup.js';

const words = (lawId: string): Markup | string => {
  // A report of another version of the kit may name a law that is not here.
  const law = laws.find(({ id }) => id === lawId);
  if (law === undefined) return '';
  return html`<dl class="why"><dt>Why it matters</dt><dd>${prose(law.intent)}</dd><dt>Where to look</dt><dd>${prose(law.whereToLook)}</dd></dl>
`;
};

/** One counterexample: what was asked for, what came, who is guilty, and how to see it again. */
export const counterexampleCard = (
  anchor: string,
  result: LawResult,
  found: Counterexample,
): Markup => html`<article class="card" id="${anchor}">
<header><h4><code>${result.lawId}</code> ${result.slug}</h4>${badge(result)}</header>
<p class="statement">${prose(result.statement)}</p>
${result.expectedFailure === undefined ? '' : html`<p class="note">Expected to fail: ${result.expectedFailure}</p>`}${chainDrawing(found)}<div class="versus"><div><small>expected</small><p>${prose(found.expected)}</p></div><div class="but"><small>but</small><p>${prose(found.but)}</p></div></div>
<p class="blame">${prose(found.blame)}</p>
${words(result.lawId)}<h5>Replay</h5>
<pre class="token"><code>${found.replay}</code></pre>
<h5>As a test</h5>
<pre><code>${found.test}</code></pre>
<details><summary>Generated data</summary>
<pre><code>${JSON.stringify(found.scenario, null, 2)}</code></pre></details>
</article>
`;
