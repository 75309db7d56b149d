import type { JsonObject, JsonValue, ToolAnnotations, ToolSpec } from '@pawl/core';
import { hash } from '../generate/hash.js';
import { specFrom } from '../generate/spec-from.js';
import { differentJson } from './different-json.js';
import { eitherWay, type Pair } from './pair.js';
import { sweep } from './sweep.js';
import { textPairs } from './text-pairs.js';

type Change = (spec: ToolSpec) => Pair<ToolSpec>;

/** What a missing hint means. */
const hints = [
  ['readOnlyHint', false],
  ['destructiveHint', true],
  ['idempotentHint', false],
  ['openWorldHint', true],
] as const;

const described: readonly Change[] = textPairs.map((pair) => (spec) => ({
  what: `another description (${pair.what})`,
  a: { ...spec, description: pair.a },
  b: { ...spec, description: pair.b },
}));

const withProperty = (spec: ToolSpec, property: JsonObject, more: JsonObject = {}): ToolSpec => ({
  ...spec,
  inputSchema: { type: 'object', ...more, properties: { path: property, other: { type: 'string' } } },
});

const schemas: readonly (readonly [string, (spec: ToolSpec) => readonly [ToolSpec, ToolSpec]])[] = [
  [
    'the type of a property',
    (spec) => [withProperty(spec, { type: 'string' }), withProperty(spec, { type: 'integer' })],
  ],
  ['what is required', (spec) => [withProperty(spec, {}, { required: ['path'] }), withProperty(spec, {})]],
  [
    'the text about a property',
    (spec) => [withProperty(spec, { description: 'to read' }), withProperty(spec, { description: 'to send' })],
  ],
  [
    'a value that is allowed',
    (spec) => [withProperty(spec, { enum: ['r'] }), withProperty(spec, { enum: ['r', 'w'] })],
  ],
  [
    'a property more',
    (spec) => [
      { ...spec, inputSchema: { type: 'object', properties: { path: {} } } },
      { ...spec, inputSchema: { type: 'object', properties: { path: {}, force: {} } } },
    ],
  ],
];

const shaped: readonly Change[] = schemas.map(([what, make]) => (spec) => {
  const [a, b] = make(spec);
  return { what: `another schema (${what})`, a, b };
});

const annotated = (spec: ToolSpec, annotations: ToolAnnotations): ToolSpec => ({ ...spec, annotations });

const hinted: readonly Change[] = hints.flatMap(([name, byDefault]) =>
  // A hint that is missing means its default: that would be no difference.
  [{}, { [name]: byDefault }].map(
    (before): Change =>
      (spec) => {
        const { [name]: _own, ...others } = spec.annotations ?? {};
        return {
          what: `another ${name}`,
          a: annotated(spec, { ...others, ...before }),
          b: annotated(spec, { ...others, [name]: !byDefault }),
        };
      },
  ),
);

const exchanged: Change = (spec) => ({
  what: 'two hints that changed places',
  a: annotated(spec, { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false }),
  b: annotated(spec, { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true }),
});

const constant = (value: JsonValue | undefined): JsonObject => (value === undefined ? {} : { default: value });

/** Behind `default`, where every difference has a meaning: elsewhere the order of a list may have none. */
const takes = (salt: number): readonly Change[] =>
  differentJson(salt, 1).map(({ what, a, b }) => (spec) => ({
    what: `another schema (a default: ${what})`,
    a: withProperty(spec, constant(a)),
    b: withProperty(spec, constant(b)),
  }));

/** Definitions of one tool with one difference: in its description, its schema or a hint. */
export const differentDefinitions = (name: string, salt: number): readonly Pair<ToolSpec>[] => {
  const drawn = hash(salt, 'definition');
  const spec = specFrom(name, salt & 0xffff);
  const changes = [
    ...sweep(described, drawn, 2),
    ...sweep([...shaped, ...hinted, exchanged], drawn >>> 3, 2),
    ...sweep(takes(drawn), drawn, 1),
  ];
  return changes.map((change, index) => {
    const { what, a, b } = change(spec);
    return eitherWay({ what, a: Object.freeze(a), b: Object.freeze(b) }, hash(drawn, index));
  });
};
