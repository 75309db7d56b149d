import type { JsonValue, ToolSpec } from '@pawl/core';
import { type ToolEffect, toolEffect } from './effect.js';
import { textTerms } from './text-terms.js';

/** How often each term stands in a spec, a term in the name counting more than one in the description. */
export interface SpecTerms extends ToolEffect {
  readonly counts: ReadonlyMap<string, number>;
  /** The sum of the counts. */
  readonly length: number;
}

const weights = { name: 3, title: 2, text: 1, parameter: 0.5, example: 1 } as const;

/** Schemas nest; what lies deeper tells nothing about what the tool is for. */
const deepest = 4;

const isObject = (value: unknown): value is Readonly<Record<string, JsonValue>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names and descriptions of the parameters in a JSON Schema. */
const parameterTexts = (schema: unknown, depth = 0): readonly string[] => {
  if (!isObject(schema) || depth > deepest) return [];
  const properties = isObject(schema['properties']) ? Object.entries(schema['properties']) : [];
  const own = properties.flatMap(([name, property]) => [
    name,
    ...(isObject(property) && typeof property['description'] === 'string' ? [property['description']] : []),
    ...parameterTexts(property, depth + 1),
  ]);
  return [...own, ...parameterTexts(schema['items'], depth + 1)];
};

/** Reads a spec. `examples` are queries that this tool once was the answer to. */
export const specTerms = (spec: ToolSpec, examples: readonly string[]): SpecTerms => {
  const counts = new Map<string, number>();
  let length = 0;
  const add = (text: string, weight: number): void => {
    for (const term of textTerms(text)) {
      counts.set(term, (counts.get(term) ?? 0) + weight);
      length += weight;
    }
  };
  add(spec.name, weights.name);
  add(spec.title ?? spec.annotations?.title ?? '', weights.title);
  add(spec.description, weights.text);
  for (const text of parameterTexts(spec.inputSchema)) add(text, weights.parameter);
  for (const example of examples) add(example, weights.example);
  return { counts, length, ...toolEffect(spec) };
};
