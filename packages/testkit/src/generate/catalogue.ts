import type { ToolSpec } from '@pawl/core';
import { redefined } from './redefined.js';
import type { StepSeed, ToolSeed } from './scenario.js';
import { specFrom } from './spec-from.js';

/** What a change of the catalogue did. */
export interface Change {
  readonly op: StepSeed['op'];
  readonly tool: string;
}

/** A catalogue that changes on command and calls its listeners. */
export class Catalogue {
  #known = new Map<string, ToolSpec>();
  #listed: readonly ToolSpec[];
  #listeners: { readonly listener: () => void }[] = [];
  /** How often a name was defined anew; a name that is not here has never changed. */
  readonly #generations = new Map<string, number>();
  readonly #left: ToolSpec[] = [];
  readonly #tag: number;
  #added = 0;

  /** `tag` keeps the names that are added apart from those of another catalogue. */
  constructor(tools: readonly ToolSeed[], tag: number) {
    this.#tag = tag;
    for (const { name, salt } of tools) this.#known.set(name, specFrom(name, salt));
    this.#listed = tools.filter(({ listed }) => listed).map(({ name }) => this.#known.get(name) as ToolSpec); // set above
  }

  /** Another one that stands where this one stands now, without its listeners. */
  copy(): Catalogue {
    const twin = new Catalogue([], this.#tag);
    twin.#known = new Map(this.#known);
    twin.#listed = [...this.#listed];
    for (const [name, generation] of this.#generations) twin.#generations.set(name, generation);
    return twin;
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

  /** How often the tool of this name became another one: what it answers changes with it. */
  generation(name: string): number {
    return this.#generations.get(name) ?? 0;
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
    this.#tell();
    return change;
  }

  /** Takes a tool out for good: it may come back in another catalogue. */
  withdraw(name: string): ToolSpec | undefined {
    const spec = this.#known.get(name);
    if (spec === undefined) return undefined;
    this.#drop(spec);
    this.#tell();
    return spec;
  }

  /** Lists a tool, in the place of one of the same name. */
  offer(spec: ToolSpec): void {
    this.#put(spec);
    this.#tell();
  }

  #tell(): void {
    // One that is removed meanwhile is not called any more; one that throws does not keep the next from being called.
    const errors: unknown[] = [];
    for (const entry of this.#listeners) {
      if (!this.#listeners.includes(entry)) continue;
      try {
        entry.listener();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }

  #put(spec: ToolSpec): void {
    const { name } = spec;
    this.#generations.set(name, this.generation(name) + 1);
    const before = this.#known.get(name);
    this.#known.set(name, spec);
    this.#listed =
      before !== undefined && this.#listed.includes(before)
        ? this.#listed.map((other) => (other === before ? spec : other))
        : [...this.#listed, spec];
  }

  #drop(spec: ToolSpec): void {
    this.#known.delete(spec.name);
    this.#listed = this.#listed.filter((other) => other !== spec);
  }

  #add({ salt }: StepSeed): Change {
    const back = salt % 2 === 0 ? this.#left.pop() : undefined;
    const tool = back?.name ?? `added_${this.#added++}_${this.#tag}`;
    this.#put(back !== undefined && salt % 4 === 0 ? back : specFrom(tool, salt));
    return { op: 'add', tool };
  }

  #alter({ op, salt }: StepSeed, present: ToolSpec): Change {
    if (op === 'redefine') {
      this.#put(redefined(present, salt));
      return { op, tool: present.name };
    }
    this.#drop(present);
    this.#left.push(present);
    return { op: 'remove', tool: present.name };
  }
}
