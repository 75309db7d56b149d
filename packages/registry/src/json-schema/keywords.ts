/** What the value of a keyword has to be. */
export type KeywordShape =
  | 'schema'
  | 'schemas'
  | 'schema-or-schemas'
  | 'schemas-by-name'
  | 'schemas-by-pattern'
  | 'schema-or-names-by-name'
  | 'names'
  | 'names-by-name'
  | 'type'
  | 'list'
  | 'number'
  | 'positive'
  | 'count'
  | 'boolean'
  | 'pattern'
  | 'reference'
  | 'string';

/**
 * The keywords that decide whether a value is valid, of every draft from 6 to 2020-12, and what each has to be. Keywords
 * that are not here are annotations, and hold whatever their author likes.
 */
export const keywords: ReadonlyMap<string, KeywordShape> = new Map<string, KeywordShape>([
  ['$ref', 'reference'],
  ['$dynamicRef', 'reference'],
  ['$recursiveRef', 'reference'],
  ['$id', 'string'],
  ['$anchor', 'string'],
  ['$dynamicAnchor', 'string'],
  ['$schema', 'string'],
  ['$defs', 'schemas-by-name'],
  ['definitions', 'schemas-by-name'],
  ['type', 'type'],
  ['enum', 'list'],
  ['format', 'string'],
  ['allOf', 'schemas'],
  ['anyOf', 'schemas'],
  ['oneOf', 'schemas'],
  ['not', 'schema'],
  ['if', 'schema'],
  ['then', 'schema'],
  ['else', 'schema'],
  ['properties', 'schemas-by-name'],
  ['patternProperties', 'schemas-by-pattern'],
  ['additionalProperties', 'schema'],
  ['unevaluatedProperties', 'schema'],
  ['propertyNames', 'schema'],
  ['required', 'names'],
  ['dependentRequired', 'names-by-name'],
  ['dependentSchemas', 'schemas-by-name'],
  ['dependencies', 'schema-or-names-by-name'],
  ['minProperties', 'count'],
  ['maxProperties', 'count'],
  ['items', 'schema-or-schemas'],
  ['prefixItems', 'schemas'],
  ['additionalItems', 'schema'],
  ['unevaluatedItems', 'schema'],
  ['contains', 'schema'],
  ['minContains', 'count'],
  ['maxContains', 'count'],
  ['minItems', 'count'],
  ['maxItems', 'count'],
  ['uniqueItems', 'boolean'],
  ['minLength', 'count'],
  ['maxLength', 'count'],
  ['pattern', 'pattern'],
  ['minimum', 'number'],
  ['maximum', 'number'],
  ['exclusiveMinimum', 'number'],
  ['exclusiveMaximum', 'number'],
  ['multipleOf', 'positive'],
]);

/** The seven types of JSON Schema. */
export const typeNames: ReadonlySet<unknown> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'object',
  'array',
  'null',
]);
