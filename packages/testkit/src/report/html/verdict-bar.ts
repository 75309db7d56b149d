import type { LawResult } from '../../report-types/index.js';
import { type Tone, toneOf } from './badge.js';
import { html, type Markup } from './markup.js';

const tones: readonly Tone[] = ['bad', 'warn', 'good', 'mute'];

/** The shares of the verdicts as one bar; the numbers beside it say the same in words. */
export const verdictBar = (results: readonly LawResult[]): Markup => {
  const parts = tones.map((tone) => ({ tone, share: results.filter((result) => toneOf(result) === tone).length }));
  return html`<div class="bar" aria-hidden="true">${parts
    .filter(({ share }) => share > 0)
    .map(({ tone, share }) => html`<span class="${tone}" style="flex-grow:${share}"></span>`)}</div>
`;
};
