import type { ToolSpec } from '@pawl/core';
import { catalogueOf } from './catalogue.js';
import type { GateSettings } from './options.js';

/** The places of the `k` highest scores; among equals the earlier ones. */
const best = (scores: Float32Array, candidates: readonly number[], k: number): readonly number[] => {
  // Most of a large catalogue scores nothing; only what does needs to be put in order.
  const found = candidates.filter((place) => (scores[place] ?? 0) > 0);
  found.sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0) || one - other);
  if (found.length >= k) return found.slice(0, k);
  const rest = candidates.filter((place) => !((scores[place] ?? 0) > 0));
  return [...found, ...rest.slice(0, k - found.length)];
};

/** The pinned specs and the best of the others for the query, in the order of the catalogue, as the same objects. */
export const bestSpecs = (specs: readonly ToolSpec[], settings: GateSettings): readonly ToolSpec[] => {
  const { pinned, k } = settings;
  const others: number[] = [];
  specs.forEach(({ name }, place) => {
    if (!pinned.has(name)) others.push(place);
  });
  if (others.length <= k) return specs;
  const { search } = catalogueOf(specs, settings.examples);
  const chosen = new Set(best(search.scores(settings.query), others, k));
  return specs.filter(({ name }, place) => pinned.has(name) || chosen.has(place));
};
