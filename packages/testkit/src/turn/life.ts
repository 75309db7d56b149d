import {
  defineExecutor,
  type JsonObject,
  type ToolCall,
  type ToolExecutor,
  ToolFailure,
  type ToolOutcome,
  unknownTool,
} from '@pawl/core';
import { hash } from '../generate/hash.js';
import type { CallerReport, CallerTurn } from '../subject/caller-turn.js';
import type { CallerSubject } from '../subject/subject.js';
import type { Waiting } from '../world/waiting.js';
import type { CrashPoint, CrashSeed } from './turn-seed.js';
import { requiredBy, traitsOf } from './turn-tools.js';
import type { TurnWorld } from './turn-world.js';

/** How a process ended. */
export type Ending =
  | { readonly kind: 'died' }
  | { readonly kind: 'reported'; readonly report: CallerReport }
  | { readonly kind: 'rejected'; readonly error: unknown };

const dead = (): Error => new Error('the process is dead');

/** One process of a caller: its executor and ports work until it dies, and nothing that it does afterwards counts. */
export class Life {
  readonly #world: TurnWorld;
  readonly #index: number;
  readonly #crash: CrashSeed | undefined;
  readonly #met = new Map<CrashPoint, number>();
  #over = false;
  #die: () => void = () => {};
  readonly #death: Promise<Ending>;
  #running: { readonly go: () => void; readonly stop: (error: Error) => void }[] = [];
  #started = 0;

  constructor(world: TurnWorld, crash: CrashSeed | undefined) {
    this.#world = world;
    this.#index = world.lives.length;
    this.#crash = crash;
    this.#death = new Promise((resolve) => {
      this.#die = () => resolve({ kind: 'died' });
    });
  }

  /** Runs the caller until it reports, fails or dies. @throws {NotSettled} */
  async live(subject: CallerSubject, waiting: Waiting): Promise<Ending> {
    const turn = this.#turn();
    const ran = Promise.resolve()
      .then(() => subject.run(turn))
      .then(
        (report): Ending => ({ kind: 'reported', report }),
        (error: unknown): Ending => ({ kind: 'rejected', error }),
      );
    let settled = false;
    const first = Promise.race([this.#death, ran]).finally(() => {
      settled = true;
    });
    try {
      const waited = waiting.settle(first, `\`run\` of ${subject.name}`);
      void this.#pump(() => settled || this.#over);
      return await waited;
    } finally {
      this.#end();
    }
  }

  /** Lets one tool after the other end, whenever nothing else moves. */
  async #pump(isDone: () => boolean): Promise<void> {
    while (!isDone()) {
      for (let step = 0; step < 40 && !isDone(); step++) await Promise.resolve();
      await new Promise((resolve) => void setImmediate(resolve));
      if (this.#running.length === 0) continue;
      const [next] = this.#running.splice(hash(this.#world.seed.order, this.#started++) % this.#running.length, 1);
      next?.go();
    }
  }

  #end(): void {
    this.#over = true;
    for (const { stop } of this.#running) stop(dead());
    this.#running = [];
  }

  /** Comes to a point at which the process may die. */
  #reach(point: CrashPoint): void {
    if (this.#over) throw dead();
    const met = this.#met.get(point) ?? 0;
    this.#met.set(point, met + 1);
    if (this.#crash?.at !== point || this.#crash.nth !== met) return;
    this.#end();
    this.#die();
    throw dead();
  }

  #turn(): CallerTurn {
    const world = this.#world;
    const { saved } = world;
    return {
      executor: this.#executor(),
      session: 'session-1',
      caller: 'caller-1',
      batches: world.seed.batches.map((_batch, index) =>
        world.calls
          .filter(({ batch }) => batch === index)
          .map(({ id, tool, args }) => ({ id, tool, ...(args === undefined ? {} : { args }) })),
      ),
      ...(saved === undefined ? {} : { saved }),
      decisions: [...world.decisions],
      save: async (state) => {
        this.#reach('before-save');
        // What survives is text, as on a disk.
        world.saved = JSON.parse(JSON.stringify(state)) as typeof state;
        this.#reach('after-save');
      },
      spend: async (request) => {
        this.#reach('before-spend');
        const granted = world.spend(request);
        world.events.push({ kind: 'spent', life: this.#index, callId: request.callId, granted });
        this.#reach('after-spend');
        return granted;
      },
    };
  }

  #executor(): ToolExecutor {
    const world = this.#world;
    return defineExecutor({
      workspace: 'none',
      specs: () => world.specs,
      owns: (tool) => traitsOf(tool) !== undefined,
      needsApproval: (tool) => (traitsOf(tool)?.verdict ?? 'ask') !== 'allow',
      cacheableApproval: (tool) => traitsOf(tool)?.cacheable === true,
      requiredCapabilities: (tool) => requiredBy(tool, world.moreFor(tool)),
      ingestsUntrustedContent: (tool) => traitsOf(tool)?.taints === true,
      preDispatch: async (call) => {
        this.#hear('preDispatch', call);
        this.#reach('before-gate');
        return world.decide(call.tool, call.args);
      },
      execute: (call) => this.#execute(call),
      postDispatch: async (call, outcome) => {
        this.#hear('postDispatch', call);
        const seen = seenOutcome(outcome);
        this.#reach('after-outcome');
        return seen;
      },
    });
  }

  #hear(member: 'preDispatch' | 'postDispatch', call: ToolCall): void {
    if (!this.#over) this.#world.events.push({ kind: 'heard', life: this.#index, member, call });
  }

  async #execute(call: ToolCall): Promise<{ readonly output: JsonObject }> {
    this.#reach('before-tool');
    const traits = traitsOf(call.tool);
    if (traits === undefined) throw unknownTool(call.tool);
    const { token } = this.#world.run(this.#index, call);
    await new Promise<void>((resolve, reject) => void this.#running.push({ go: resolve, stop: reject }));
    this.#reach('after-tool');
    if (traits.fails === true) {
      throw new ToolFailure(`${call.tool} failed, as it always does`, { code: 'tool-error', output: { token } });
    }
    return { output: { token } };
  }
}

/** The member that only an outcome has which passed `postDispatch`. */
export const seenMark = 'passed';

const marked = (output: unknown): JsonObject => ({ ...(output as JsonObject), [seenMark]: true }); // the kit's own objects

const seenOutcome = (outcome: ToolOutcome): ToolOutcome =>
  outcome instanceof ToolFailure
    ? outcome.with({ output: marked(outcome.output ?? {}) })
    : { ...outcome, output: marked(outcome.output) };
