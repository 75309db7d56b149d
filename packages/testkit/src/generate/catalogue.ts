import type { ToolSpec } from '@pawl/core';
import { hash } from './hash.js';
import type { StepSeed, ToolSeed } from './scenario.js';
import { specFrom } from './spec-from.js';

/** What a change of the catalogue did. */
export interface Change {
  readonly op: StepSeed['op'];
  readonly tool: string;
}

/** A catalogue that changes on command and tells its listeners. */
export class Catalogue {
  #known = new Map<string, ToolSpec>();
  #listed: readonly ToolSpec[];
  #listeners: { readonly listener: () => void }[] = [];

  readonly #tag: number;
  #added = 0;

  /** `tag` keeps the names that are added apart from those of another catalogue. */
  constructor(tools: readonly ToolSeed[], tag: number) {
    this.#tag = tag;
    for (const { name, salt } of tools) this.#known.set(name, specFrom(name, salt));
    this.#listed = tools.filter(({ listed }) => listed).map(({ name }) => this.#known.get(name) as ToolSpec); // set above
  }

  get listed(): readonly ToolSpec[] {
    return this.#listed;
  }

  get listenerCount(): number {
    return this.#listeners.length;
  }

  find(name: string): ToolSpec | undefined {
    return this.#known.get(name);
  }

  listen(listener: () => void): () => void {
    const entry = { listener };
    this.#listeners.push(entry);
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== entry);
    };
  }

  change(step: StepSeed): Change {
    const at = this.#listed.length === 0 ? 0 : step.salt % this.#listed.length;
    const present = this.#listed[at];
    const change = step.op === 'add' || present === undefined ? this.#add(step) : this.#alter(step, present);
    for (const { listener } of this.#listeners) listener();
    return change;
  }

  #add({ salt }: StepSeed): Change {
    const tool = `added_${this.#added++}_${this.#tag}`;
    const spec = specFrom(tool, salt);
    this.#known.set(tool, spec);
    this.#listed = [...this.#listed, spec];
    return { op: 'add', tool };
  }

  #alter({ op, salt }: StepSeed, present: ToolSpec): Change {
    if (op === 'remove') {
      this.#known.delete(present.name);
      this.#listed = this.#listed.filter((spec) => spec !== present);
      return { op, tool: present.name };
    }
    const redefined: ToolSpec = { ...present, description: `redefined ${hash(salt, present.name) % 97}` };
    this.#known.set(present.name, redefined);
    this.#listed = this.#listed.map((spec) => (spec === present ? redefined : spec));
    return { op: 'redefine', tool: present.name };
  }
}
