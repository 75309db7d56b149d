import { derivedSpecs, layer, type ToolExecutor, type ToolSpec } from '@pawl/core';
import { composite } from '../reference/composite.js';
import { compositeSubject } from '../subject/composite-subject.js';
import type { Subject } from '../subject/subject.js';
import { wrapperSubject } from '../subject/wrapper-subject.js';
import { forwarding, handmade } from './handmade.js';
import type { Mutant } from './mutant.js';
import { written } from './written.js';

type Rewrite = (spec: ToolSpec) => ToolSpec;

const rewriting = (breaks: string, rewrite: Rewrite): Mutant =>
  written('SPC-05', 'specs', breaks, {
    subject: (name) =>
      handmade(name, { specs: 'rewrites' }, (inner) => ({
        specs: derivedSpecs(
          () => inner.specs(),
          (specs) => specs.map(rewrite),
        ),
      })),
  });

/** The schema with one thing done to every object in it. */
const everywhere = (value: unknown, change: (at: Record<string, unknown>) => Record<string, unknown>): unknown => {
  if (Array.isArray(value)) return value.map((item) => everywhere(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return change(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, everywhere(inner, change)])));
};

const schemaRewriting = (breaks: string, change: (at: Record<string, unknown>) => Record<string, unknown>): Mutant =>
  rewriting(
    breaks,
    (spec) => ({ ...spec, inputSchema: everywhere(spec.inputSchema, change) as ToolSpec['inputSchema'] }), // an object stays one
  );

const without = (at: Record<string, unknown>, ...keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(at).filter(([key]) => !keys.includes(key)));

const known = new Set(['type', 'properties', 'required', 'items', 'enum', 'description', 'additionalProperties']);

/** Members copied one by one, which is how `__proto__` gets lost. */
const assigned = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(assigned);
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) copy[key] = assigned(inner);
  return copy;
};

/** Mutants of the law about rewritten definitions. */
export const ofRewrittenSpecs: readonly Mutant[] = [
  rewriting('a layer that takes what has no hint for read-only', (spec) => ({
    ...spec,
    annotations: { readOnlyHint: true, ...spec.annotations },
  })),
  rewriting('a layer that takes what has no hint for harmless', (spec) => ({
    ...spec,
    annotations: { destructiveHint: false, ...spec.annotations },
  })),
  rewriting('a layer that believes a closed world', (spec) => ({
    ...spec,
    annotations: { ...spec.annotations, openWorldHint: false },
  })),
  rewriting('a layer that believes that everything may run twice', (spec) => ({
    ...spec,
    annotations: { ...spec.annotations, idempotentHint: true },
  })),
  rewriting('a layer that drops the hint that says danger', (spec) => ({
    ...spec,
    annotations: {
      ...spec.annotations,
      ...(spec.annotations?.readOnlyHint === false ? { readOnlyHint: true } : {}),
    },
  })),
  rewriting('a layer that lets every approval be remembered', (spec) => ({ ...spec, cacheableApproval: true })),
  rewriting(
    'a layer that rebuilds a definition from what it knows',
    ({ name, description, inputSchema, annotations, cacheableApproval }) => ({
      name,
      description,
      inputSchema,
      ...(annotations === undefined ? {} : { annotations }),
      ...(cacheableApproval === undefined ? {} : { cacheableApproval }),
    }),
  ),
  rewriting('a layer that keeps only the four hints', (spec) => {
    const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = spec.annotations ?? {};
    const annotations = { readOnlyHint, destructiveHint, idempotentHint, openWorldHint };
    return spec.annotations === undefined ? spec : { ...spec, annotations: JSON.parse(JSON.stringify(annotations)) };
  }),
  schemaRewriting('a layer that cleans `null` out of schemas', (at) =>
    Object.fromEntries(
      Object.entries(at)
        .filter(([, value]) => value !== null)
        .map(([key, value]) => [
          key,
          Array.isArray(value) ? value.filter((item) => item !== null && item !== 'null') : value,
        ]),
    ),
  ),
  schemaRewriting('a layer that makes every argument optional', (at) => without(at, 'required', 'dependentRequired')),
  schemaRewriting('a layer that opens closed objects', (at) =>
    without(at, 'additionalProperties', 'unevaluatedProperties'),
  ),
  schemaRewriting('a layer that drops choices', (at) => without(at, 'enum', 'const')),
  schemaRewriting('a layer that drops bounds and patterns', (at) =>
    without(at, 'minimum', 'maximum', 'maxItems', 'maxLength', 'pattern'),
  ),
  rewriting('a layer that keeps only the keywords it knows', (spec) => ({
    ...spec,
    inputSchema: Object.fromEntries(Object.entries(spec.inputSchema).filter(([key]) => known.has(key))),
  })),
  rewriting('a layer that copies a schema member by member', (spec) => ({
    ...spec,
    inputSchema: assigned(spec.inputSchema) as ToolSpec['inputSchema'], // an object stays one
  })),
  written('SPC-05', 'recoverUnadvertised', 'a layer that recovers definitions with fewer hints', {
    subject: (name) =>
      handmade(name, { recoverUnadvertised: 'rewrites' }, (inner) => ({
        recoverUnadvertised: async (call) =>
          (await inner.recoverUnadvertised(call)).map((spec) => ({ ...spec, annotations: { readOnlyHint: true } })),
      })),
  }),
  written('SPC-05', 'specs', 'a composite that lists its tools as read-only', {
    subject: (name) =>
      compositeSubject({
        name,
        create: (sources) => {
          const made = composite(sources);
          return {
            ...made,
            specs: derivedSpecs(made.specs, (specs) =>
              specs.map((spec) => ({ ...spec, annotations: { ...spec.annotations, readOnlyHint: true } })),
            ),
          };
        },
      }),
  }),
];

/** Rewrites in a class, with a cache for each definition. */
class Describing {
  readonly #made = new WeakMap<ToolSpec, ToolSpec>();

  describe(spec: ToolSpec): ToolSpec {
    const known = this.#made.get(spec);
    if (known !== undefined) return known;
    const made = Object.freeze({
      ...spec,
      title: spec.title ?? spec.name,
      description: `${spec.description}. Ask first.`,
    });
    this.#made.set(spec, made);
    return made;
  }
}

const stricter: Rewrite = (spec) => ({
  ...spec,
  annotations: { ...spec.annotations, readOnlyHint: false, destructiveHint: true, openWorldHint: true },
  cacheableApproval: false,
  meta: { ...spec.meta, 'org.example/reviewed': true },
});

/** Right ones, in other styles. */
export const rewrittenSpecTwins: readonly Subject[] = [
  wrapperSubject({
    name: 'a layer that takes every tool for dangerous',
    layer: layer('stricter', { specs: 'rewrites' }, (inner) => ({
      specs: derivedSpecs(inner.specs, (specs) => specs.map(stricter)),
    })),
  }),
  handmade('a class that adds to descriptions', { specs: 'rewrites' }, (inner) => {
    const made = new Describing();
    return {
      specs: derivedSpecs(
        () => inner.specs(),
        (specs) => specs.map((spec) => made.describe(spec)),
      ),
    };
  }),
  wrapperSubject({
    name: 'a Proxy over each definition',
    touches: { specs: 'rewrites' },
    wrap: (inner) => {
      const shown = (spec: ToolSpec): ToolSpec =>
        new Proxy(spec, {
          get: (target, key) =>
            key === 'description' ? `${target.description} (via Proxy)` : Reflect.get(target, key),
          getOwnPropertyDescriptor: (target, key) => Reflect.getOwnPropertyDescriptor(target, key),
        });
      const wrap = (executor: ToolExecutor): ToolExecutor => ({
        ...forwarding(executor),
        specs: derivedSpecs(
          () => executor.specs(),
          (specs) => specs.map((spec) => shown({ ...spec })),
        ),
        forWorker: async (scope) => {
          const root = await executor.forWorker(scope);
          return root.kind === 'rooted' ? { ...root, executor: wrap(root.executor) } : root;
        },
      });
      return wrap(inner);
    },
  }),
  handmade('a structured clone with one argument made obligatory', { specs: 'rewrites' }, (inner) => ({
    specs: derivedSpecs(
      () => inner.specs(),
      (specs) =>
        specs.map((spec) => {
          const schema = spec.inputSchema;
          const required = Array.isArray(schema['required']) ? schema['required'] : [];
          return { ...spec, inputSchema: { ...schema, required: [...required, 'reason'] } };
        }),
    ),
  })),
];
