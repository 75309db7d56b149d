import { checkReference, collectIds } from './check-reference.js';
import { type KeywordShape, keywords, typeNames } from './keywords.js';
import { childPointer } from './pointer.js';
import { SchemaError } from './schema-error.js';

interface Walk {
  readonly root: object;
  readonly ids: ReadonlySet<string>;
  /** What the schema belongs to, for the message: `the input of "add"`. */
  readonly of: string;
  readonly seen: Set<object>;
}

type Place = readonly [value: unknown, pointer: string];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isNames = (value: unknown): boolean => Array.isArray(value) && value.every((name) => typeof name === 'string');

const wrong = (walk: Walk, pointer: string, problem: string, cause?: unknown): SchemaError =>
  new SchemaError(`${walk.of}: the schema${pointer === '' ? '' : ` at ${pointer}`} ${problem}`, {
    code: 'malformed-schema',
    pointer,
    ...(cause === undefined ? {} : { cause }),
  });

const checkPattern = (walk: Walk, source: string, pointer: string): void => {
  try {
    new RegExp(source, 'u');
  } catch (error) {
    throw wrong(walk, pointer, 'is no regular expression (ECMA-262, flag u)', error);
  }
};

/** What the shapes that hold no schema have to be, and the words for it. */
const leaves: ReadonlyMap<KeywordShape, readonly [holds: (value: unknown) => boolean, words: string]> = new Map([
  ['names', [isNames, 'must be a list of member names']],
  ['names-by-name', [(v) => isObject(v) && Object.values(v).every(isNames), 'must be an object of lists of names']],
  [
    'type',
    [
      (v) => (Array.isArray(v) ? v.length > 0 && v.every((name) => typeNames.has(name)) : typeNames.has(v)),
      `must be one of ${[...typeNames].join(', ')}, or a list of them`,
    ],
  ],
  ['list', [Array.isArray, 'must be a list']],
  ['number', [Number.isFinite, 'must be a number']],
  ['positive', [(v) => Number.isFinite(v) && Number(v) > 0, 'must be a number above 0']],
  ['count', [(v) => Number.isInteger(v) && Number(v) >= 0, 'must be a whole number, 0 or more']],
  ['boolean', [(v) => typeof v === 'boolean', 'must be true or false']],
  ['pattern', [(v) => typeof v === 'string', 'must be a regular expression in a string']],
  ['reference', [(v) => typeof v === 'string', 'must be a reference in a string']],
  ['string', [(v) => typeof v === 'string', 'must be a string']],
] satisfies [KeywordShape, [(value: unknown) => boolean, string]][]);

const listed = (walk: Walk, value: unknown, pointer: string): readonly Place[] => {
  if (!Array.isArray(value) || value.length === 0) throw wrong(walk, pointer, 'must be a list of schemas, not empty');
  return value.map((item, index) => [item, childPointer(pointer, index)]);
};

const named = (walk: Walk, value: unknown, pointer: string): readonly Place[] => {
  if (!isObject(value)) throw wrong(walk, pointer, 'must be an object of schemas');
  return Object.entries(value).map(([name, item]) => [item, childPointer(pointer, name)]);
};

/** The schemas that a keyword holds. */
const inside = (walk: Walk, shape: KeywordShape, [value, pointer]: Place): readonly Place[] => {
  switch (shape) {
    case 'schema':
      return [[value, pointer]];
    case 'schemas':
      return listed(walk, value, pointer);
    case 'schema-or-schemas':
      return Array.isArray(value) ? listed(walk, value, pointer) : [[value, pointer]];
    case 'schemas-by-name':
      return named(walk, value, pointer);
    case 'schemas-by-pattern':
      return named(walk, value, pointer).map((place, index) => {
        checkPattern(walk, Object.keys(value as object)[index] ?? '', place[1]); // `named` has seen an object
        return place;
      });
    case 'schema-or-names-by-name':
      return named(walk, value, pointer).filter(([item]) => !isNames(item));
    default: {
      const leaf = leaves.get(shape);
      if (leaf !== undefined && !leaf[0](value)) throw wrong(walk, pointer, leaf[1]);
      if (shape === 'pattern') checkPattern(walk, String(value), pointer);
      return [];
    }
  }
};

const walkSchema = (walk: Walk, [schema, pointer]: Place): void => {
  if (typeof schema === 'boolean') return;
  if (!isObject(schema)) throw wrong(walk, pointer, 'must be a schema: an object, true or false');
  if (walk.seen.has(schema)) return;
  walk.seen.add(schema);
  for (const [keyword, value] of Object.entries(schema)) {
    const shape = keywords.get(keyword);
    if (shape === undefined) continue;
    const place: Place = [value, childPointer(pointer, keyword)];
    for (const part of inside(walk, shape, place)) walkSchema(walk, part);
    if (shape !== 'reference') continue;
    const target = checkReference({ reference: String(value), pointer: place[1], ...walk });
    if (target !== undefined) walkSchema(walk, target);
  }
};

/**
 * Checks that a JSON Schema means what it says. A validator takes a keyword with a value of the wrong kind, such as
 * `type: 'strin'`, as one that is not there, and lets everything pass.
 *
 * Lenient otherwise: any draft from 6 to 2020-12, no `$schema` needed, unknown keywords and formats pass.
 *
 * @throws {SchemaError} with a JSON Pointer into the schema; `of` begins the message.
 */
export const checkSchema = (schema: unknown, of: string): void => {
  if (!isObject(schema)) {
    throw new SchemaError(`${of}: a JSON Schema is an object, not ${schema === null ? 'null' : typeof schema}`, {
      code: 'malformed-schema',
      pointer: '',
    });
  }
  walkSchema({ root: schema, ids: collectIds(schema), of, seen: new Set() }, [schema, '']);
};
