import type { Law } from '../law/law.js';
import type { ChainStep, Counterexample } from '../report-types/index.js';

const step = ({ name, guilty }: ChainStep): string => (guilty ? `[${name}]` : name);

/** A counterexample as text. A pure function of its arguments. */
export const printCounterexample = (law: Law, found: Omit<Counterexample, 'text'>): string =>
  [
    `${law.id} ${law.slug}: ${law.statement}`,
    `why it matters: ${law.intent}`,
    `chain, outermost first, the guilty one in brackets: ${found.chain.map(step).join(' > ')}`,
    `expected: ${found.expected}`,
    `but:      ${found.but}`,
    `blame:    ${found.blame}`,
    `look at:  ${law.whereToLook}`,
    `scenario: ${JSON.stringify(found.scenario)}`,
    `replay:   ${found.replay}`,
    'as a test:',
    ...found.test.split('\n').map((line) => `  ${line}`),
  ].join('\n');
