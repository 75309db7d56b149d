import type { ToolSpec } from '@pawl/core';
import { catalogueOf } from './catalogue.js';
import type { GateSettings } from './options.js';

/** The places of the `k` highest scores; among equals the earlier ones. */
const best = (scores: Float32Array, candidates: readonly number[], k: number): readonly number[] => {
  const places: number[] = [];
  const scoreAt = (rank: number): number => scores[places[rank] ?? -1] ?? 0;
  // Few of a large catalogue ever enter the list, so putting them in place costs less than putting all in order.
  for (const place of candidates) {
    const score = scores[place] ?? 0;
    if (places.length >= k && score <= scoreAt(places.length - 1)) continue;
    let rank = places.length;
    while (rank > 0 && scoreAt(rank - 1) < score) rank--;
    places.splice(rank, 0, place);
    if (places.length > k) places.pop();
  }
  return places;
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
