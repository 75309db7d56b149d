import { specsByName, strictSpecs, type ToolExecutor, type ToolSpec } from '@pawl/core';
import { delegateSpec } from '../delegation/delegate-spec.js';
import { handoffSpec } from '../handoff/handoff-spec.js';
import { isReservedTool } from '../message/reserved-tools.js';
import type { TurnOptions } from './turn-options.js';

/** The tools of a turn. */
export class Catalogue {
  readonly #executor: ToolExecutor;
  readonly #allowed: ReadonlySet<string> | undefined;
  readonly #reserved: readonly ToolSpec[];
  #recovered: readonly ToolSpec[];
  /** What the last list was made of: the same array as long as that is the same, so that its index is kept too. */
  #specs: readonly ToolSpec[] | undefined;
  #tools: readonly ToolSpec[] = [];

  constructor(executor: ToolExecutor, options: TurnOptions, recovered: readonly ToolSpec[]) {
    const { tools, delegates = [], handoffs = [] } = options;
    this.#executor = executor;
    this.#allowed = tools === undefined ? undefined : new Set(tools);
    this.#reserved = [
      ...(delegates.length > 0 ? [delegateSpec(delegates)] : []),
      ...(handoffs.length > 0 ? [handoffSpec(handoffs)] : []),
    ];
    this.#recovered = recovered;
  }

  get recovered(): readonly ToolSpec[] {
    return this.#recovered;
  }

  #isReserved(name: string): boolean {
    return this.#reserved.some((spec) => spec.name === name);
  }

  /** The tools that calls are dispatched to: those of the executor, and what was recovered. */
  tools(): readonly ToolSpec[] {
    const specs = strictSpecs(this.#executor);
    if (specs === this.#specs) return this.#tools;
    const own = this.#allowed === undefined && this.#reserved.length === 0 ? specs : specs.filter(this.#mayShow);
    const known = specsByName(own);
    const more = this.#recovered.filter(({ name }) => !known.has(name));
    this.#specs = specs;
    this.#tools = more.length === 0 ? own : [...own, ...more];
    return this.#tools;
  }

  readonly #mayShow = ({ name }: ToolSpec): boolean =>
    (this.#allowed === undefined || this.#allowed.has(name)) && !this.#isReserved(name);

  /** What the model is told about: these, and the tools of the turn itself. */
  advertised(): readonly ToolSpec[] {
    const tools = this.tools();
    return this.#reserved.length === 0 ? tools : [...tools, ...this.#reserved];
  }

  /** The definition of a tool. */
  find(name: string): ToolSpec | undefined {
    return specsByName(this.tools()).get(name);
  }

  /** Whether the turn runs this tool itself. */
  handles(name: string): boolean {
    return isReservedTool(name) && this.#isReserved(name);
  }

  /** Adds recovered tools; gives those that are new and may be shown. */
  add(specs: readonly ToolSpec[]): readonly ToolSpec[] {
    const known = new Set(this.tools().map(({ name }) => name));
    const fresh = specs.filter((spec) => {
      if (known.has(spec.name) || isReservedTool(spec.name) || !this.#mayShow(spec)) return false;
      known.add(spec.name);
      return true;
    });
    if (fresh.length === 0) return fresh;
    this.#recovered = [...this.#recovered, ...fresh];
    this.#specs = undefined;
    return fresh;
  }
}
