import type { ToolAnnotations, ToolSpec } from '@pawl/core';
import { hash } from './hash.js';

const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

/** A hint that was there turns or goes; one that was not comes. */
const turned = (spec: ToolSpec, drawn: number): ToolSpec => {
  const hint = hints[drawn % hints.length] ?? 'readOnlyHint';
  const before = spec.annotations?.[hint];
  const { [hint]: _before, ...others } = spec.annotations ?? {};
  const after = before === undefined ? (drawn >> 2) % 2 === 0 : (drawn >> 2) % 3 === 0 ? undefined : !before;
  const annotations: ToolAnnotations = after === undefined ? others : { ...others, [hint]: after };
  return { ...spec, annotations };
};

const flagged = (spec: ToolSpec, drawn: number): ToolSpec => {
  const { cacheableApproval: before, ...others } = spec;
  if (before === undefined) return { ...spec, cacheableApproval: drawn % 2 === 0 };
  return drawn % 3 === 0 ? others : { ...spec, cacheableApproval: !before };
};

/** What of a definition can change alone. */
const facets: readonly ((spec: ToolSpec, drawn: number) => ToolSpec)[] = [
  (spec, drawn) => ({ ...spec, description: `${spec.description} redefined ${drawn % 9973}` }),
  turned,
  flagged,
  (spec, drawn) => ({ ...spec, inputSchema: { ...spec.inputSchema, title: `takes ${drawn % 9973}` } }),
  turned,
  (spec, drawn) => ({ ...spec, outputSchema: { ...spec.outputSchema, title: `gives ${drawn % 9973}` } }),
  (spec, drawn) => ({ ...spec, title: `${spec.title ?? ''} titled ${drawn % 9973}` }),
  (spec, drawn) => ({ ...spec, meta: { ...spec.meta, 'org.example/version': drawn % 9973 } }),
];

/** The same tool with exactly one part of its definition changed: a text, a schema, one hint, the flag, what is nobody's. */
export const redefined = (spec: ToolSpec, salt: number): ToolSpec => {
  const drawn = hash(salt, spec.name, 'redefined');
  const facet = facets[drawn % facets.length];
  return Object.freeze(facet?.(spec, drawn >> 3) ?? spec);
};
