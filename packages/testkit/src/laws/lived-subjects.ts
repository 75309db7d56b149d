import type { ToolExecutor, Touches } from '@pawl/core';
import type { Catalogue } from '../generate/catalogue.js';
import { scopeFrom } from '../generate/sentinel.js';
import { inStorm, type Storm } from '../generate/storm.js';
import { answerOf } from '../law/answer-of.js';
import type { Trial } from '../world/trial.js';
import type { Station, World } from '../world/world.js';

/** An executor under test that has a past, and how to make one without. */
export interface Living {
  readonly name: string;
  readonly touches: Touches;
  readonly outer: ToolExecutor;
  /** The same, made anew around the same inner; in a box, because one with a `then` of its own passes no `await`. */
  readonly renew: () => Renewed | Promise<Renewed>;
}

/** An executor that was made anew. */
export interface Renewed {
  readonly executor: ToolExecutor;
}

/** A catalogue that can change under what lives. */
export interface Place {
  readonly catalogue: Catalogue;
  /** The name by which a tool of it is called from above. */
  readonly offered: (own: string) => string;
}

/** Everything that lives in one run, innermost first, and what can happen to it. */
export interface Habitat {
  readonly living: readonly Living[];
  readonly places: readonly Place[];
  /** Lets the base fail for a while. */
  readonly storm: Storm;
}

const asItIs = (own: string): string => own;

const livingOf = ({ name, touches, outer, probe, rewrap }: Station): Living => ({
  name,
  touches,
  outer,
  renew: () => ({ executor: rewrap(probe) }),
});

/** The outermost layer around what a worker was given, where that lives too. */
const workerOf = async (trial: Trial, world: World): Promise<Pick<Habitat, 'living' | 'places'> | undefined> => {
  const [station] = world.stations;
  if (station === undefined) return undefined;
  const { value } = await answerOf(station.outer, 'forWorker', [scopeFrom(trial.scenario.salt, 1)], trial.waiting);
  const outer: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'executor') : undefined;
  const [base, probe] = [world.base.workers.at(-1), station.probe.workers.at(-1)];
  if (base === undefined || probe === undefined || typeof outer !== 'object' || outer === null) return undefined;
  return {
    living: [livingOf({ ...station, outer: outer as ToolExecutor, probe })], // asked like any other: it shows what it is
    places: [{ catalogue: base.catalogue, offered: asItIs }],
  };
};

/** What lives in this run. An executor that stands alone is not here: nobody can make another with the same inner. */
export const habitatOf = async (trial: Trial): Promise<Habitat> => {
  const { subject } = trial;
  const storm: Storm = { rages: false };
  const base = (executor: ToolExecutor): ToolExecutor => inStorm(executor, storm);
  if (subject.kind === 'composite') {
    const { outer, remake, sources } = await trial.composite({ base });
    return {
      living: [
        { name: subject.name, touches: subject.touches, outer, renew: async () => ({ executor: await remake() }) },
      ],
      places: sources.map(({ sentinel, name }) => ({
        catalogue: sentinel.catalogue,
        offered: (own) => subject.rename(name, own),
      })),
      storm,
    };
  }
  const world = trial.world({ base, worker: 'rooted' });
  // A third of the runs is the life of a worker.
  const ofWorker = trial.scenario.salt % 3 === 0 ? await workerOf(trial, world) : undefined;
  if (ofWorker !== undefined) return { ...ofWorker, storm };
  return {
    living: world.stations.toReversed().map(livingOf),
    places: [{ catalogue: world.base.catalogue, offered: asItIs }],
    storm,
  };
};
