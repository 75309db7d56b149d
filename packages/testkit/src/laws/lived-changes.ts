import type { ToolSpec } from '@pawl/core';
import type { StepSeed } from '../generate/scenario.js';
import { specFrom } from '../generate/spec-from.js';
import type { Habitat, Place } from './lived-subjects.js';

/** The place that a step is about, and what of the step is left for it. */
const placeOf = ({ places }: Habitat, { op, salt }: StepSeed): { place: Place; step: StepSeed } | undefined => {
  const place = places[salt % Math.max(1, places.length)];
  return place === undefined ? undefined : { place, step: { op, salt: salt >> 2 } };
};

/** The tool that a step is about to change, under the name that it is called by. */
export const doomedBy = (habitat: Habitat, seed: StepSeed): string | undefined => {
  const found = placeOf(habitat, seed);
  const listed = found?.place.catalogue.listed ?? [];
  const spec: ToolSpec | undefined =
    found === undefined ? undefined : listed[found.step.salt % Math.max(1, listed.length)];
  return spec === undefined ? undefined : found?.place.offered(spec.name);
};

/**
 * Lets one thing happen to a catalogue: a tool comes, perhaps under a name that was unknown so far or one that left; it
 * goes, becomes another, or changes hands. Returns the names that this is about.
 */
export const changeBy = (habitat: Habitat, seed: StepSeed, unknown: readonly string[]): readonly string[] => {
  const found = placeOf(habitat, seed);
  if (found === undefined) return [];
  const { place, step } = found;
  const arriving = unknown[step.salt % Math.max(1, unknown.length)];
  const isTaken = (name: string): boolean => habitat.places.some(({ catalogue }) => catalogue.find(name) !== undefined);
  if (step.op === 'add' && arriving !== undefined && step.salt % 3 > 0 && !isTaken(arriving)) {
    place.catalogue.offer(specFrom(arriving, step.salt));
    return [place.offered(arriving)];
  }
  const other = habitat.places[(seed.salt + 1) % habitat.places.length];
  if (step.op === 'remove' && other !== undefined && other !== place && step.salt % 3 > 0) {
    const { listed } = place.catalogue;
    const spec = place.catalogue.withdraw(listed[step.salt % Math.max(1, listed.length)]?.name ?? '');
    if (spec === undefined) return [];
    other.catalogue.offer(spec);
    return [place.offered(spec.name), other.offered(spec.name)];
  }
  return [place.offered(place.catalogue.change(step).tool)];
};
