import type { JsonValue } from '@pawl/core';
import type { Scenario } from '../generate/scenario.js';
import type { Law } from '../law/law.js';
import type { ViolationDetail } from '../law/violation.js';
import { referenceLayer } from '../layers/index.js';
import type { ChainStep, Counterexample } from '../report-types/index.js';
import type { Subject } from '../subject/subject.js';
import { printCounterexample } from './print-counterexample.js';
import { testText } from './test-text.js';

const chainOf = (subject: Subject, scenario: Scenario, guilty: string): readonly ChainStep[] => {
  const kit = (name: string): ChainStep => ({ name, role: 'kit', guilty: false });
  const under = (name: string): ChainStep => ({ name, role: 'subject', guilty: name === guilty });
  if (subject.kind === 'executor') return [under(subject.name)];
  if (subject.kind === 'composite') return [under(subject.name), kit('sources of the kit')];
  if (subject.kind === 'caller') return [under(subject.name), kit('tools of the kit')];
  const around = scenario.layers.map((seed) => kit(referenceLayer(seed).layer.name));
  const own = subject.kind === 'wrapper' ? [under(subject.name)] : subject.layers.map(({ name }) => under(name));
  return [...around.slice(0, scenario.outside), ...own, ...around.slice(scenario.outside), kit('base')];
};

/** A violation as a counterexample: blamed, printed and ready to be pasted. */
export const counterexampleOf = (
  law: Law,
  subject: Subject,
  found: { readonly detail: ViolationDetail; readonly scenario: Scenario; readonly replay: string },
): Counterexample => {
  const { detail, scenario, replay } = found;
  const { member, layer, expected, but, evidence } = detail;
  const blame = `\`${member}\` of ${layer} is guilty${evidence === undefined ? '' : `: ${evidence}`}.`;
  const bare: Omit<Counterexample, 'text'> = {
    lawId: law.id,
    member,
    layer,
    expected,
    but,
    blame,
    chain: chainOf(subject, scenario, layer),
    // A scenario is plain JSON by its type.
    scenario: scenario as unknown as JsonValue,
    replay,
    test: testText(law, subject, replay),
  };
  return { ...bare, text: printCounterexample(law, bare) };
};
