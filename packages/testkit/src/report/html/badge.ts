import type { LawResult } from '../../report-types/index.js';
import { standing } from '../standing.js';
import { verdictLabel } from '../verdict-label.js';
import { html, type Markup } from './markup.js';

/** Colour and sign of a result; the sign says it to those who do not see the colour. */
export type Tone = 'good' | 'bad' | 'warn' | 'mute';

/** The tone of a result. */
export const toneOf = (result: LawResult): Tone => {
  switch (standing(result)) {
    case 'passed':
      return 'good';
    case 'skipped':
      return result.verdict === 'fail' ? 'warn' : 'mute';
    case 'failed':
      return result.verdict === 'fail' || result.verdict === 'kit-error' ? 'bad' : 'warn';
  }
};

/** The sign of each tone. */
export const signs: Readonly<Record<Tone, string>> = { good: '✓', bad: '✕', warn: '!', mute: '–' };

/** A verdict as a coloured word. */
export const badge = (result: LawResult): Markup => {
  const tone = toneOf(result);
  return html`<span class="badge ${tone}"><i aria-hidden="true">${signs[tone]}</i>${verdictLabel(result)}</span>`;
};
