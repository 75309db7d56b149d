import { type Capability, gate, type ToolCall, type ToolExecutor, toolCall } from '@pawl/core';
import { show } from '../compare/show.js';
import { obliging } from '../generate/obliging.js';
import { answerOf } from '../law/answer-of.js';
import type { Law } from '../law/law.js';
import { violate } from '../law/violate.js';
import type { Trial } from '../world/trial.js';
import { lawOf } from './law-of.js';
import { outersOf } from './outer-of.js';

const egress: ReadonlySet<Capability> = new Set<Capability>(['arbitrary-egress', 'mutate-external']);

const missing = async (
  trial: Trial,
  outer: ToolExecutor,
  call: ToolCall,
  taint: 'clean' | 'tainted',
): Promise<ReadonlySet<Capability> | undefined> => {
  const judged = await trial.waiting.settle(gate(outer, call, { taint }), 'the gate');
  if (judged.verdict === 'ask') return new Set(judged.request.missing);
  return judged.verdict === 'allow' ? new Set() : undefined;
};

/** CAP-02. */
export const taintRemovesEgress: Law = lawOf({
  id: 'CAP-02',
  slug: 'taint-removes-egress',
  subjects: ['executor', 'wrapper', 'chain', 'composite'],
  statement: 'Taint never adds a capability; it removes exactly the two egress ones.',
  intent:
    'What untrusted content wrote must not decide what may leave: the answer about a tool cannot depend on what was read.',
  whereToLook: 'the member `requiredCapabilities`: it must answer the same whatever ran before',
  members: ['requiredCapabilities', 'ingestsUntrustedContent'],
  check: async (trial) => {
    const { requiredCapabilities: _own, ...answers } = obliging;
    for (const { name, outer } of await outersOf(trial, {
      answers: { ...answers, ingestsUntrustedContent: () => true },
    })) {
      for (const { name: tool } of outer.specs()) {
        const call = toolCall({ id: '1', tool, args: {} });
        const clean = await missing(trial, outer, call, 'clean');
        if (clean === undefined) continue;
        const required = outer.requiredCapabilities(tool);
        // An executor of the adapter's own is not run: what its tools do is real.
        if (trial.subject.kind !== 'executor') await answerOf(outer, 'execute', [call], trial.waiting);
        const tainted = await missing(trial, outer, call, 'tainted');
        trial.tell();
        if (outer.requiredCapabilities(tool) !== required) {
          violate('requiredCapabilities', name, {
            expected: `the same answer about ${show(tool)} after it ran`,
            but: 'it requires something else now',
          });
        }
        const added = [...clean].filter((item) => tainted?.has(item) === false);
        const removed = [...(tainted ?? [])].filter((item) => !clean.has(item) && !egress.has(item));
        if (tainted === undefined || added.length + removed.length > 0) {
          violate('requiredCapabilities', name, {
            expected: `taint to take away arbitrary-egress and mutate-external from ${show(tool)}, and nothing else`,
            but: added.length > 0 ? `it gave ${added.join(', ')}` : `it took ${removed.join(', ')}`,
          });
        }
      }
      if (outer.specs().length === 0) trial.tell();
    }
  },
});
