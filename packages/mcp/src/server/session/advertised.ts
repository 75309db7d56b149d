import { specsByName, type ToolExecutor, type ToolSpec } from '@pawl/core';

/** The tools that one session was told about: the executor's, and those that recovery added. */
export class Advertised {
  readonly #executor: ToolExecutor;
  #recovered: readonly ToolSpec[] = [];
  #from: readonly ToolSpec[] | undefined;
  #specs: readonly ToolSpec[] = [];

  constructor(executor: ToolExecutor) {
    this.#executor = executor;
  }

  /** The same array until something changes. */
  specs(): readonly ToolSpec[] {
    const now = this.#executor.specs();
    if (this.#recovered.length === 0) return now;
    if (now !== this.#from) {
      const listed = specsByName(now);
      this.#specs = Object.freeze([...now, ...this.#recovered.filter(({ name }) => !listed.has(name))]);
      this.#from = now;
    }
    return this.#specs;
  }

  /** Adds what recovery offers; says whether anything was new. */
  add(specs: readonly ToolSpec[]): boolean {
    const listed = specsByName(this.specs());
    const fresh = specs.filter(({ name }) => !listed.has(name));
    if (fresh.length === 0) return false;
    this.#recovered = [...this.#recovered, ...fresh];
    this.#from = undefined;
    return true;
  }
}
