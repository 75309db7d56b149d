import { ALL, capabilityNames, isCapabilitySet, isSubset } from '@pawl/core';
import { show } from '../compare/show.js';
import type { Law } from '../law/law.js';
import { violate } from '../law/violate.js';
import { unbound } from '../probe/probe.js';
import type { Trial } from '../world/trial.js';
import { lawOf } from './law-of.js';

const nonsense: readonly unknown[] = [undefined, null, Number.NaN, -1, 1.5, 512, '1', true, []];

const answerOrThrow = (ask: () => unknown): unknown => {
  try {
    return ask();
  } catch {
    // To throw is to refuse, which is strict.
    return ALL;
  }
};

/** What is no capability set stays one that nobody takes for a weak one: nonsense, `ALL`, or a failure. */
const checkNonsense = (trial: Trial): void => {
  const answer = nonsense[trial.scenario.salt % nonsense.length];
  const requiredCapabilities = (): never => answer as never; // wrong on purpose
  const base = trial.world({ around: 'none', base: (sane) => ({ ...unbound(sane), requiredCapabilities }) });
  for (const { name, outer } of base.stations) {
    for (const tool of trial.names) {
      const above = answerOrThrow(() => outer.requiredCapabilities(tool));
      if (above === ALL || !isCapabilitySet(above)) continue;
      violate('requiredCapabilities', name, {
        expected: `all capabilities for ${show(tool)}, for which the inner answers nonsense, ${show(answer)}`,
        but: `it answers ${capabilityNames(above).join(', ') || 'nothing'}`,
        evidence: 'a bitwise operator makes the weakest set of what is no number; `union` of the core makes `ALL`',
      });
    }
  }
};

/** CAP-01. */
export const capabilitiesGrow: Law = lawOf({
  id: 'CAP-01',
  slug: 'capabilities-grow',
  subjects: ['wrapper', 'chain'],
  statement: 'Required capabilities only grow through a layer.',
  intent: 'A layer that takes one away lets a tool past the capability gate that its owner wanted held.',
  whereToLook: "the member `requiredCapabilities`: `union` with the inner's answer",
  members: ['requiredCapabilities'],
  check: (trial) => {
    checkNonsense(trial);
    for (const { name, outer, probe } of trial.world().stations) {
      for (const tool of trial.names) {
        const below = probe.requiredCapabilities(tool);
        const above: unknown = outer.requiredCapabilities(tool);
        trial.tell();
        if (!isCapabilitySet(above)) {
          violate('requiredCapabilities', name, {
            expected: `a capability set for ${show(tool)}`,
            but: `it answers ${show(above)}`,
          });
        } else if (!isSubset(below, above)) {
          violate('requiredCapabilities', name, {
            expected: `at least what the inner requires for ${show(tool)}: ${capabilityNames(below).join(', ')}`,
            but: `it answers ${capabilityNames(above).join(', ') || 'nothing'}`,
          });
        }
      }
    }
  },
});
