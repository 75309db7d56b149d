import { show } from '../compare/show.js';
import type { Law } from '../law/law.js';
import { touchOf } from '../law/stations-of.js';
import { Violation } from '../law/violation.js';
import { lawOf } from './law-of.js';

/** SPC-01. */
export const specsNarrowed: Law = lawOf({
  id: 'SPC-01',
  slug: 'specs-narrowed',
  subjects: ['wrapper', 'chain'],
  statement: '`narrows` gives a subset: the order and the object identity of the rest are kept.',
  intent:
    'A rebuilt definition loses annotations and unknown fields, and a new order breaks every cache keyed by the catalogue.',
  whereToLook: "the layer's `specs`: filter the inner's array, and hand on its objects",
  members: ['specs'],
  needs: [{ kind: 'touched', member: 'specs', as: ['narrows'] }],
  check: (trial) => {
    const world = trial.world();
    for (const station of world.stations.filter((item) => touchOf(item, 'specs') === 'narrows')) {
      const below = station.probe.specs();
      const specs = station.outer.specs();
      const fail = (expected: string, but: string): never => {
        throw new Violation({ member: 'specs', layer: station.name, expected, but });
      };
      if (!Array.isArray(specs)) fail('an array', `it answers ${show(specs)}`);
      let from = 0;
      for (const spec of specs) {
        const at = below.indexOf(spec, from);
        if (at === -1) {
          const earlier = below.includes(spec);
          const twin = below.some(({ name }) => name === spec?.name);
          fail(
            'only definitions of the inner, the same objects in the same order',
            earlier
              ? `${show(spec.name)} stands out of order`
              : twin
                ? `${show(spec.name)} is another object`
                : `${show(spec)} is new`,
          );
        }
        from = at + 1;
      }
      if (below.length > 0) trial.tell();
    }
  },
});
