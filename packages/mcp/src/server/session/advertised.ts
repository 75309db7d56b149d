import { specsByName, type ToolExecutor, type ToolSpec } from '@pawl/core';

const nothing: readonly ToolSpec[] = Object.freeze([]);

/** The executor's catalogue; nothing where it throws or answers what is no list of specs, as `dispatch` sees it too. */
const catalogueOf = (executor: ToolExecutor): readonly ToolSpec[] => {
  try {
    const specs: unknown = executor.specs();
    return Array.isArray(specs) && specs.every((spec) => typeof spec?.name === 'string') ? specs : nothing;
  } catch {
    return nothing;
  }
};

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
    const now = catalogueOf(this.#executor);
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
