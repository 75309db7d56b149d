import type { ToolSpec } from '@pawl/core';
import { catalogueOf } from './catalogue.js';
import type { GateSettings } from './options.js';

/** The places of the `k` highest scores that are at least `least`; among equals the earlier ones. */
const best = (
  scores: Float32Array,
  taken: ReadonlySet<number>,
  { k, least }: { k: number; least: number },
): number[] => {
  const places: number[] = [];
  if (k === 0) return places;
  let lowest = least;
  // Few of a large catalogue ever enter the list, so putting them in place costs less than putting all in order.
  for (let place = 0; place < scores.length; place++) {
    const score = scores[place] ?? 0;
    if (places.length >= k ? score <= lowest : score < lowest) continue;
    if (taken.has(place)) continue;
    let rank = places.length;
    while (rank > 0 && (scores[places[rank - 1] ?? 0] ?? 0) < score) rank--;
    places.splice(rank, 0, place);
    if (places.length > k) places.pop();
    if (places.length === k) lowest = scores[places[k - 1] ?? 0] ?? 0;
  }
  return places;
};

const noPlaces: ReadonlySet<number> = new Set();

const placesOf = (specs: readonly ToolSpec[], names: ReadonlySet<string>): ReadonlySet<number> => {
  if (names.size === 0) return noPlaces;
  const places = new Set<number>();
  specs.forEach(({ name }, place) => {
    if (names.has(name)) places.add(place);
  });
  return places;
};

/** The least score that is advertised: 0 where the rest is filled up, else anything found that is good enough. */
const leastOf = (scores: Float32Array, { fill, leastScore }: GateSettings): number => {
  if (fill && leastScore === 0) return 0;
  let highest = 0;
  for (const score of scores) if (score > highest) highest = score;
  // A score of 0 is no find; the smallest number above it lets every find pass.
  return Math.max(highest * leastScore, Number.MIN_VALUE);
};

/** The pinned specs and the best of the others for the query, in the order of the catalogue, as the same objects. */
export const bestSpecs = (specs: readonly ToolSpec[], settings: GateSettings): readonly ToolSpec[] => {
  const { k, fill, leastScore } = settings;
  const pinned = placesOf(specs, settings.pinned);
  if (fill && leastScore === 0 && specs.length - pinned.size <= k) return specs;
  const scores = catalogueOf(specs, settings.examples).search.scores(settings.query);
  const chosen = best(scores, pinned, { k, least: leastOf(scores, settings) });
  return [...pinned, ...chosen].sort((one, other) => one - other).flatMap((place) => specs[place] ?? []);
};
