import type { ToolExecutor } from '@pawl/core';
import type { CallSeed, Scenario } from '../generate/scenario.js';
import type { Subject } from '../subject/subject.js';
import type { Play, PlayOptions } from '../turn/play.js';
import type { CompositeWorld, CompositeWorldOptions } from './composite-world.js';
import type { Waiting } from './waiting.js';
import type { World, WorldOptions } from './world.js';

/** One random run of one law. */
export interface Trial {
  readonly subject: Subject;
  readonly scenario: Scenario;
  /** Counts a telling case: one in which a wrong subject would have shown itself. */
  readonly tell: () => void;
  /** The chain around a wrapper or of a chain subject. */
  readonly world: (options?: WorldOptions) => World;
  /** The composite over sentinels. */
  readonly composite: (options?: CompositeWorldOptions) => Promise<CompositeWorld>;
  /** A new executor of an executor subject. */
  readonly executor: () => Promise<ToolExecutor>;
  /** The turn of a caller, from its start to its end. */
  readonly play: (options?: PlayOptions) => Promise<Play>;
  /** How long the kit waits for a member. */
  readonly waiting: Waiting;
  /** The name that a call is made with. */
  readonly toolOf: (seed: CallSeed) => string;
  /** All names of the run, known and unknown. */
  readonly names: readonly string[];
}
