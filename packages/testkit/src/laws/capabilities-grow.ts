import { capabilityNames, isCapabilitySet, isSubset } from '@pawl/core';
import { show } from '../compare/show.js';
import type { Law } from '../law/law.js';
import { violate } from '../law/violate.js';
import { lawOf } from './law-of.js';

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
