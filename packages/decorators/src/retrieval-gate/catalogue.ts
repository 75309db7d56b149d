import type { ToolSpec } from '@pawl/core';
import { type NameIndex, nameIndex } from './name-index.js';
import { type SearchIndex, searchIndex } from './search-index.js';
import { type SpecTerms, specTerms } from './spec-terms.js';

/** Queries that tools were once the answer to, by the tool's name. */
export type ExampleQueries = ReadonlyMap<string, readonly string[]>;

/** What is computed once for a catalogue, whatever the number of gates before it. */
export interface Catalogue {
  readonly search: SearchIndex;
  /** Built at the first recovery, because most catalogues never see one. */
  readonly names: () => NameIndex;
}

const noExamples: ExampleQueries = new Map();

const catalogues = new WeakMap<readonly ToolSpec[], WeakMap<ExampleQueries, Catalogue>>();
// Reading a spec is most of the work; a layer that narrows makes a new array of the same specs.
const terms = new WeakMap<ToolSpec, WeakMap<ExampleQueries, SpecTerms>>();

const memo = <K extends object, V>(map: WeakMap<K, V>, key: K, make: () => V): V => {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
};

/** Examples that the spec itself brings, as texts in `meta.examples`. */
const ownExamples = (spec: ToolSpec): readonly string[] => {
  const examples = spec.meta?.['examples'];
  return Array.isArray(examples) ? examples.filter((example) => typeof example === 'string') : [];
};

const build = (specs: readonly ToolSpec[], examples: ExampleQueries): Catalogue => {
  let names: NameIndex | undefined;
  const read = (spec: ToolSpec): SpecTerms =>
    specTerms(spec, [...ownExamples(spec), ...(examples.get(spec.name) ?? [])]);
  return {
    search: searchIndex(
      specs.map((spec) =>
        memo(
          memo(terms, spec, () => new WeakMap()),
          examples,
          () => read(spec),
        ),
      ),
    ),
    names: () => {
      names ??= nameIndex(specs);
      return names;
    },
  };
};

/** The catalogue for an array of specs, built once for each array and map of examples, because `specs()` keeps its array. */
export const catalogueOf = (specs: readonly ToolSpec[], examples: ExampleQueries = noExamples): Catalogue =>
  memo(
    memo(catalogues, specs, () => new WeakMap()),
    examples,
    () => build(specs, examples),
  );
