import type { ToolExecutor } from '@pawl/core';
import type { Change } from '../generate/catalogue.js';
import type { StepSeed } from '../generate/scenario.js';
import type { Trial } from '../world/trial.js';
import type { WorldOptions } from '../world/world.js';

/** An executor under test, whatever kind of subject it belongs to. */
export interface Outer {
  readonly name: string;
  readonly outer: ToolExecutor;
  /** Changes the catalogue below it; absent where nothing can. */
  readonly change?: (step: StepSeed) => Change | undefined | Promise<Change | undefined>;
}

/**
 * The executors under test of a run: each layer of a chain, the wrapper, the composite or the executor itself. Innermost
 * first: what is wrong below shows above as well, and the first one that breaks a law is the guilty one.
 */
export const outersOf = async (trial: Trial, options: WorldOptions = {}): Promise<readonly Outer[]> => {
  const { subject } = trial;
  if (subject.kind === 'executor') {
    const outer = await trial.executor();
    const { changeCatalogue } = subject;
    const change = async (): Promise<undefined> => {
      await changeCatalogue?.(outer);
      return undefined;
    };
    return [{ name: subject.name, outer, ...(changeCatalogue === undefined ? {} : { change }) }];
  }
  if (subject.kind === 'composite') {
    const { tools, ...rest } = options;
    const { outer, sources } = await trial.composite({ ...(tools === undefined ? {} : { tools }), ...rest });
    return [
      {
        name: subject.name,
        outer,
        change: (step) => {
          const source = sources[step.salt % sources.length];
          const made = source?.sentinel.catalogue.change({ ...step, salt: step.salt >> 2 });
          return made === undefined || source === undefined
            ? undefined
            : { ...made, tool: subject.rename(source.name, made.tool) };
        },
      },
    ];
  }
  const world = trial.world(options);
  return world.stations.toReversed().map(({ name, outer }) => ({
    name,
    outer,
    change: (step) => world.base.catalogue.change(step),
  }));
};
