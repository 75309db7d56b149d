import type { ExecutorMember } from '@pawl/core';
import type { Trial } from '../world/trial.js';
import type { Station, World, WorldOptions } from '../world/world.js';

/** The kind of touch with which a layer under test declares a member; `undefined` where it hands it on. */
export const touchOf = (station: Station, member: ExecutorMember): string | undefined =>
  new Map<string, string>(Object.entries(station.touches)).get(member);

/** The layers under test that hand this member on. */
export const stationsUntouched = (
  trial: Trial,
  member: ExecutorMember,
  options?: WorldOptions,
): { readonly world: World; readonly stations: readonly Station[] } => {
  const world = trial.world(options);
  return { world, stations: world.stations.filter((station) => touchOf(station, member) === undefined) };
};
