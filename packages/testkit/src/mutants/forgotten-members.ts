import { defineExecutor, type ExecutorMember, executorMembers, type Layer, NONE, type ToolExecutor } from '@pawl/core';
import { annotator } from '../layers/annotator.js';
import { narrower } from '../layers/narrower.js';
import { passThrough } from '../layers/pass-through.js';
import { retriever } from '../layers/retriever.js';
import { tightener } from '../layers/tightener.js';
import { wrapperSubject } from '../subject/wrapper-subject.js';
import type { Mutant } from './mutant.js';

/** What a base class of a system that fails open answers. */
const openDefaults: ToolExecutor = {
  ...defineExecutor({ workspace: 'none' }),
  owns: () => true,
  needsApproval: () => false,
  cacheableApproval: () => true,
  requiredCapabilities: () => NONE,
  ingestsUntrustedContent: () => false,
  preDispatch: async () => ({ verdict: 'allow' }),
};

const closedDefaults: ToolExecutor = defineExecutor({});

const shapes: readonly Layer[] = [passThrough, narrower, tightener, retriever, annotator].map((make) => make(7).layer);

const forgetting = (layer: Layer, member: ExecutorMember, defaults: ToolExecutor, kind: string): Mutant => ({
  id: `${layer.name}/${member}/${kind}`,
  law: `FWD-${String(executorMembers.indexOf(member) + 1).padStart(2, '0')}`,
  member,
  origin: 'generated',
  breaks: `a ${layer.name} that leaves \`${member}\` to the ${kind} default`,
  subject: () =>
    wrapperSubject({
      name: `${layer.name} without ${member}`,
      touches: layer.touches,
      wrap: (inner) => ({ ...layer(inner), [member]: defaults[member] }),
    }),
});

/** Every member of every layer shape, left to its default. */
export const forgottenMembers = (more: readonly Layer[] = []): readonly Mutant[] => [
  ...[...shapes, ...more].flatMap((layer) =>
    executorMembers
      .filter((member) => !Object.hasOwn(layer.touches, member))
      .map((member) => forgetting(layer, member, closedDefaults, 'closed')),
  ),
  ...executorMembers
    .filter((member) => openDefaults[member] !== undefined)
    .map((member) => forgetting(passThrough().layer, member, openDefaults, 'open')),
];
