import { narrower } from '../layers/narrower.js';
import { wrapperSubject } from '../subject/wrapper-subject.js';
import type { Mutant } from './mutant.js';
import { written } from './written.js';

/** Mutants of the laws about workers. */
export const ofWorkers: readonly Mutant[] = [
  written('WRK-02', 'forWorker', 'a narrowing that hands out the worker unwrapped', {
    reference: 'copilot-cli#2392, continuedev/continue#13289',
    subject: (name) => {
      const { layer } = narrower(7);
      return wrapperSubject({
        name,
        touches: layer.touches,
        wrap: (inner) => ({ ...layer(inner), forWorker: (scope) => inner.forWorker(scope) }),
      });
    },
  }),
];
