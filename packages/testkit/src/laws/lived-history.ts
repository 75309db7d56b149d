import { type ExecutorMember, executorMembers, type ToolCall, type ToolExecutor } from '@pawl/core';
import { callFrom } from '../generate/call-from.js';
import { hash } from '../generate/hash.js';
import { scopeFrom } from '../generate/sentinel.js';
import { answerOf } from '../law/answer-of.js';
import type { Trial } from '../world/trial.js';
import { changeBy, doomedBy } from './lived-changes.js';
import type { Habitat } from './lived-subjects.js';

/** The questions about a name. */
export const nameMembers: readonly ExecutorMember[] = executorMembers.slice(2, 7);
/** The questions about a call. */
export const callMembers: readonly ExecutorMember[] = executorMembers.slice(7, 13);

/** What an executor under test has handed out. */
export interface HandedOut {
  readonly layer: string;
  readonly member: ExecutorMember;
  readonly value: object;
}

/** What was lived through. */
export interface History {
  /** Every name that is, was or never was known. */
  readonly names: readonly string[];
  /** Calls like those that were made, and calls for what changed. */
  readonly calls: readonly ToolCall[];
  /** Whether calls were made, or the base failed: what counts, or is on its guard, has had its reasons. */
  readonly isBusy: boolean;
}

/** Sees everything that is handed out, when it is. */
export type Witness = (handedOut: HandedOut) => void;

const executorIn = (root: unknown): ToolExecutor | undefined => {
  const executor: unknown = typeof root === 'object' && root !== null ? Reflect.get(root, 'executor') : undefined;
  return typeof executor === 'object' && executor !== null ? (executor as ToolExecutor) : undefined; // asked like any other: it shows what it is
};

/** Asks those who live in the middle of a run; whatever they answer is an answer. */
class Life {
  readonly names: Set<string>;
  readonly #trial: Trial;
  readonly #habitat: Habitat;
  readonly #witness: Witness;
  readonly #stops: unknown[] = [];
  #moment = 0;

  constructor(trial: Trial, habitat: Habitat, witness: Witness) {
    this.#trial = trial;
    this.#habitat = habitat;
    this.#witness = witness;
    this.names = new Set(trial.names);
    for (const { catalogue, offered } of habitat.places) {
      for (const { name } of catalogue.listed) this.names.add(offered(name));
    }
  }

  async #ask(member: ExecutorMember, args: readonly unknown[]): Promise<unknown> {
    const { living } = this.#habitat;
    const who = living[hash(this.#trial.scenario.salt, 'who', this.#moment++) % Math.max(1, living.length)];
    if (who === undefined) return undefined;
    const { value } = await answerOf(who.outer, member, args, this.#trial.waiting);
    if (typeof value === 'object' && value !== null) this.#witness({ layer: who.name, member, value });
    return value;
  }

  /** Every question about every name: what is remembered from now on may be wrong later. */
  sweep(): void {
    for (const { outer, name: layer } of this.#habitat.living) {
      try {
        this.#witness({ layer, member: 'specs', value: outer.specs() });
        for (const tool of this.names) for (const member of nameMembers) Reflect.apply(outer[member], outer, [tool]);
      } catch {
        // What it throws is looked at by the laws about names.
      }
    }
  }

  async call(call: ToolCall): Promise<void> {
    // A failure of any member may leave something behind.
    const drawn = this.#habitat.storm.rages ? ~0 : hash(this.#trial.scenario.salt, 'members', this.#moment);
    for (const [index, member] of callMembers.entries()) {
      if (((drawn >> index) & 1) === 0) continue;
      await this.#ask(member, member === 'postDispatch' ? [call, { output: { was: call.id } }] : [call]);
    }
    if (drawn % 4 === 0) await this.#abandon(call);
  }

  /** A stream that nobody reads to its end. */
  async #abandon(call: ToolCall): Promise<void> {
    try {
      const stream = await this.#habitat.living.at(-1)?.outer.executeStream(call);
      const iterator = stream?.[Symbol.asyncIterator]();
      await iterator?.next();
      await iterator?.return?.();
    } catch {
      // It was refused.
    }
  }

  /** What needs no call: a worker is made and asked, somebody listens or stops listening. */
  async happenQuietly(drawn: number): Promise<void> {
    const stop = this.#stops.pop();
    if (typeof stop === 'function') Reflect.apply(stop, undefined, []);
    if (drawn % 2 === 0) {
      for (const { outer } of this.#habitat.living) this.#stops.push(outer.onSpecsChange(() => {}));
      return;
    }
    const worker = executorIn(await this.#ask('forWorker', [scopeFrom(drawn & 0xff, 1)]));
    if (worker === undefined) return;
    for (const tool of this.names) {
      for (const member of nameMembers) await answerOf(worker, member, [tool], this.#trial.waiting);
    }
  }

  async happen(drawn: number): Promise<void> {
    const { scenario, toolOf } = this.#trial;
    const seed = scenario.calls[drawn % Math.max(1, scenario.calls.length)];
    const kind = (drawn >> 4) % 3;
    if (kind === 0 || seed === undefined) return this.happenQuietly(drawn >> 6);
    const { storm } = this.#habitat;
    storm.rages = kind === 1;
    await this.call(callFrom(toolOf(seed), seed.salt, `earlier-${drawn % 7}`).call);
    if (storm.rages) this.sweep();
    storm.rages = false;
  }
}

/** Lets whoever lives in a run live: calls, failures, workers, listeners, and one change of a catalogue after the other. */
export const live = async (trial: Trial, habitat: Habitat, witness: Witness): Promise<History> => {
  const { scenario, toolOf } = trial;
  const life = new Life(trial, habitat, witness);
  const isBusy = (scenario.salt >> 2) % 2 === 0;
  const [seed] = scenario.calls;
  const doomed: ToolCall[] = [];
  life.sweep();
  for (const [index, step] of scenario.steps.entries()) {
    const tool = doomedBy(habitat, step);
    const call = tool === undefined ? undefined : callFrom(tool, seed?.salt ?? 0, `of-what-changes-${index}`).call;
    if (call !== undefined) doomed.push(call);
    if (call !== undefined && isBusy) await life.call(call);
    const drawn = hash(scenario.salt, 'happens', index);
    if (isBusy) for (let turn = 0; turn <= drawn % 3; turn++) await life.happen(hash(drawn, turn));
    else await life.happenQuietly(drawn);
    for (const name of changeBy(habitat, step, scenario.unknown)) life.names.add(name);
    // Not always: what looks after each change may miss two at once.
    if (drawn % 5 > 0) life.sweep();
  }
  const last = seed === undefined ? [] : [callFrom(toolOf(seed), seed.salt).call];
  return { names: [...life.names], calls: [...doomed.slice(-2), ...last], isBusy };
};
