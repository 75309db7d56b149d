import type { Law } from '../law/law.js';
import { violate } from '../law/violate.js';
import { lawOf } from './law-of.js';
import { outersOf } from './outer-of.js';

/** SPC-03. */
export const changesToldOnce: Law = lawOf({
  id: 'SPC-03',
  slug: 'changes-told-once',
  subjects: ['executor', 'wrapper', 'chain', 'composite'],
  statement:
    'One catalogue change reaches the outermost listener exactly once; after unsubscribing, never; no change, no call.',
  intent:
    'A storm of notifications rebuilds every index many times over; a lost one leaves a model with tools that are gone.',
  whereToLook: 'the member `onSpecsChange`, and what subscribes to the sources',
  members: ['onSpecsChange'],
  check: async (trial) => {
    for (const { name, outer, change } of await outersOf(trial)) {
      let heard = 0;
      let other = 0;
      const stop = outer.onSpecsChange(() => void heard++);
      const stopOther = outer.onSpecsChange(() => void other++);
      const require = (wanted: readonly [number, number], expected: string): void => {
        if (heard === wanted[0] && other === wanted[1]) return;
        violate('onSpecsChange', name, {
          expected,
          but: `two listeners were called ${heard} and ${other} times, not ${wanted.join(' and ')}`,
        });
      };
      for (const tool of trial.names) outer.owns(tool);
      outer.specs();
      require([0, 0], 'no call without a change');
      if (typeof stop !== 'function' || typeof stopOther !== 'function') {
        violate('onSpecsChange', name, { expected: 'a function that unsubscribes', but: 'none came' });
      }
      if (change === undefined) {
        trial.tell();
        stop();
        stopOther();
        continue;
      }
      let changes = 0;
      for (const step of trial.scenario.steps) {
        await change(step);
        outer.specs();
        changes++;
        require([changes, changes], 'one call of each listener for one change');
        trial.tell();
      }
      stop();
      for (const step of trial.scenario.steps) await change(step);
      require([
        changes,
        changes + trial.scenario.steps.length,
      ], 'no call after unsubscribing, and the other listener to stay');
      stopOther();
      for (const step of trial.scenario.steps) await change(step);
      require([changes, changes + trial.scenario.steps.length], 'no call after both have unsubscribed');
    }
  },
});
