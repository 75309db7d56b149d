import { difference } from '../compare/difference.js';
import { show } from '../compare/show.js';
import type { Law } from '../law/law.js';
import { violate } from '../law/violate.js';
import { lawOf } from './law-of.js';
import { outersOf } from './outer-of.js';

/** SPC-02. */
export const specsStable: Law = lawOf({
  id: 'SPC-02',
  slug: 'specs-stable',
  subjects: ['executor', 'wrapper', 'chain', 'composite'],
  statement: '`specs()` is the same array until the catalogue changes, and changes show at once.',
  intent:
    'What is expensive, such as an index, is cached by the identity of the array: a new one each time costs, an old one lies.',
  whereToLook: 'the member `specs`: derive it with `derivedSpecs`, which computes once for each array of the inner',
  members: ['specs'],
  check: async (trial) => {
    const { subject } = trial;
    for (const { name, outer, change } of await outersOf(trial)) {
      const same = (when: string): void => {
        const first = outer.specs();
        if (outer.specs() === first) return;
        violate('specs', name, { expected: `the same array twice ${when}`, but: 'a new array comes each time' });
      };
      same('before any change');
      trial.tell();
      if (change === undefined) continue;
      for (const step of trial.scenario.steps) {
        const before = outer.specs();
        const made = await change(step);
        same('after a change');
        if (made === undefined) {
          if (outer.specs() === before)
            violate('specs', name, { expected: 'a new array after a change', but: 'the old one came' });
          continue;
        }
        const found = outer.specs().find((spec) => spec.name === made.tool);
        if (made.op === 'remove' && found !== undefined) {
          violate('specs', name, { expected: `${show(made.tool)} to be gone at once`, but: 'it is still advertised' });
        }
        if (subject.kind === 'composite' && made.op !== 'remove' && found === undefined) {
          violate('specs', name, { expected: `${show(made.tool)} to be advertised at once`, but: 'it is missing' });
        }
      }
    }
    if (subject.kind !== 'wrapper' && subject.kind !== 'chain') return;
    // Against the same layer put on anew: it cannot have an old catalogue.
    const world = trial.world();
    for (const station of world.stations) station.outer.specs();
    for (const step of trial.scenario.steps) {
      world.base.catalogue.change(step);
      for (const station of world.stations) {
        const wrong = difference(station.rewrap(station.probe).specs(), station.outer.specs());
        if (wrong !== undefined) {
          violate('specs', station.name, {
            expected: 'a change of the inner to show at once',
            but: `an old catalogue came: ${wrong}`,
          });
        }
      }
    }
  },
});
