import type { TurnSeed } from '../turn/turn-seed.js';

/** A tool of the base, as generated. */
export interface ToolSeed {
  readonly name: string;
  /** Whether `specs()` lists it from the start; one that is not is still known to the base. */
  readonly listed: boolean;
  /** What the rest of it is derived from; 0 is the plainest. */
  readonly salt: number;
}

/** A reference layer of the kit, as generated. */
export interface LayerSeed {
  /** An index into the kit's reference layers. */
  readonly shape: number;
  readonly salt: number;
}

/** A call, as generated. */
export interface CallSeed {
  /** An index into the tools, then into the unknown names. */
  readonly tool: number;
  /** One bit for each field that the call has beside the obligatory ones; 0 is the plainest. */
  readonly salt: number;
}

/** A change of the catalogue, as generated. */
export interface StepSeed {
  readonly op: 'add' | 'remove' | 'redefine';
  readonly salt: number;
}

/** Everything that one run is made of. Plain JSON: the same scenario makes the same run. */
export interface Scenario {
  readonly tools: readonly ToolSeed[];
  /** Names that nobody owns. */
  readonly unknown: readonly string[];
  /** The kit's layers around the subject, outermost first. */
  readonly layers: readonly LayerSeed[];
  /** How many of `layers` stand outside the subject. */
  readonly outside: number;
  readonly calls: readonly CallSeed[];
  readonly steps: readonly StepSeed[];
  /** How many workers deep the run goes, 0 to 2. */
  readonly depth: number;
  /** What the base's own answers are derived from; odd ones make it a class instance, whose members need `this`. */
  readonly salt: number;
  /** What a caller goes through; the rest is empty then. */
  readonly turn?: TurnSeed;
}
