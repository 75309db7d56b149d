import { executorMembers } from '@pawl/core';
import { difference } from '../compare/difference.js';
import { show } from '../compare/show.js';
import type { Law } from '../law/law.js';
import { violate } from '../law/violate.js';
import type { Trial } from '../world/trial.js';
import { lawOf } from './law-of.js';
import { type HandedOut, live } from './lived-history.js';
import { type Habitat, habitatOf } from './lived-subjects.js';

/** A copy that shares nothing with the original; what is no plain data stays the same object. */
const copyOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(copyOf);
  if (typeof value !== 'object' || value === null) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, copyOf(inner)] as const);
  return Object.fromEntries(entries);
};

interface Kept extends HandedOut {
  readonly copy: unknown;
}

const requireUnchanged = (trial: Trial, kept: readonly Kept[]): void => {
  for (const { layer, member, value, copy } of kept) {
    trial.tell();
    const wrong = difference(copy, value);
    if (wrong === undefined) continue;
    violate(member, layer, {
      expected: `what \`${member}\` handed out earlier to stay as it was: ${show(copy)}`,
      but: `it was changed afterwards: ${wrong}`,
      evidence: 'it is the same object, with other contents than when it was handed out',
    });
  }
};

/** The life of an executor that stands alone: as far as its own hooks go. */
const liveAlone = async (trial: Trial, witness: (handedOut: HandedOut) => void): Promise<void> => {
  const { subject } = trial;
  if (subject.kind !== 'executor') return;
  const outer = await trial.executor();
  for (const _step of trial.scenario.steps) {
    const value: unknown = outer.specs();
    if (typeof value === 'object' && value !== null) witness({ layer: subject.name, member: 'specs', value });
    await subject.changeCatalogue?.(outer);
  }
  outer.specs();
};

/** LIV-02. */
export const handedOutStays: Law = lawOf({
  id: 'LIV-02',
  slug: 'handed-out-stays',
  subjects: ['executor', 'wrapper', 'chain', 'composite'],
  statement: 'What was handed out does not change afterwards: catalogues, definitions, decisions, results.',
  intent:
    'Whoever keeps a catalogue keeps its index beside it, and whoever approves a call has read its decision: both must stay true.',
  whereToLook:
    'arrays and objects that are filled again instead of made anew: `splice`, `push`, `length = 0`, `Object.assign`',
  members: [...executorMembers],
  check: async (trial) => {
    const kept: Kept[] = [];
    const witness = (handedOut: HandedOut): void => {
      if (handedOut.member !== 'forWorker') kept.push({ ...handedOut, copy: copyOf(handedOut.value) });
    };
    if (trial.subject.kind === 'executor') await liveAlone(trial, witness);
    else {
      const habitat: Habitat = await habitatOf(trial);
      await live(trial, habitat, witness);
      for (const { outer } of habitat.living) outer.specs();
    }
    requireUnchanged(trial, kept);
  },
});
