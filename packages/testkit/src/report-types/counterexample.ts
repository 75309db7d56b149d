import type { ExecutorMember, JsonValue } from '@pawl/core';

/** One level of the chain in a counterexample, outermost first. */
export interface ChainStep {
  /** The layer's name; `base` for the executor under all layers, or a source's name in a composite. */
  readonly name: string;
  /** `subject`: what is under test. `kit`: a layer or an executor that the kit put around it. */
  readonly role: 'subject' | 'kit';
  readonly guilty: boolean;
}

/** The smallest run found that breaks a law. Plain JSON, a pure function of generated data. */
export interface Counterexample {
  readonly lawId: string;
  /** The guilty member; `dispatch` where only the whole way of a call shows it. */
  readonly member: ExecutorMember | 'dispatch';
  /** The guilty layer, by name. */
  readonly layer: string;
  /** What the law asks for here. */
  readonly expected: string;
  /** What came instead. */
  readonly but: string;
  /** Who is guilty and how one can tell, in a sentence. */
  readonly blame: string;
  readonly chain: readonly ChainStep[];
  /** The generated data that is left after shrinking. */
  readonly scenario: JsonValue;
  /** Hand it to `replay` (or the command line) to run exactly this again. */
  readonly replay: string;
  /** The source text of a test that fails until this is mended. */
  readonly test: string;
  /** The whole message, as a test runner shows it. */
  readonly text: string;
}
