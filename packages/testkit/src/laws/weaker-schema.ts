import { difference } from '../compare/difference.js';
import { show } from '../compare/show.js';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const own = (value: object, key: string): unknown =>
  Object.hasOwn(value, key) ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined;

/** Words for people: whoever shortens them takes nothing away from the contract. */
const words: ReadonlySet<string> = new Set(['title', 'description', '$comment', 'examples', '$schema', '$id']);
const lowest: ReadonlySet<string> = new Set([
  'minimum',
  'exclusiveMinimum',
  'minLength',
  'minItems',
  'minProperties',
  'minContains',
]);
const highest: ReadonlySet<string> = new Set([
  'maximum',
  'exclusiveMaximum',
  'maxLength',
  'maxItems',
  'maxProperties',
  'maxContains',
]);
const tables: ReadonlySet<string> = new Set(['$defs', 'definitions', 'patternProperties', 'dependentSchemas']);
const nested: ReadonlySet<string> = new Set(['items', 'contains', 'propertyNames', 'then', 'else', 'contentSchema']);
const lists: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);

const includes = (items: readonly unknown[], item: unknown): boolean =>
  items.some((other) => difference(other, item) === undefined);

/** Fewer values are stricter; to lose `null` alone is to have taken it for nothing. */
const weakerChoice = (before: unknown, after: unknown): string | undefined => {
  const was = Array.isArray(before) ? before : [before];
  const is = Array.isArray(after) ? after : [after];
  const added = is.find((item) => !includes(was, item));
  if (added !== undefined || (is.includes(null) && !was.includes(null))) return `it admits ${show(added ?? null)} too`;
  const lost = was.filter((item) => !includes(is, item));
  return lost.length > 0 && lost.every((item) => item === null || item === 'null') ? 'it has lost `null`' : undefined;
};

const weakerRequired = (before: unknown, after: unknown, properties: unknown): string | undefined => {
  const left = Array.isArray(after) ? after : [];
  const lost = (Array.isArray(before) ? before : []).find(
    (name) => !left.includes(name) && (!isObject(properties) || Object.hasOwn(properties, String(name))),
  );
  return lost === undefined ? undefined : `${show(lost)} is no longer required`;
};

/** Properties may be taken out together with their place in `required` by whoever fills them in. */
const weakerProperties = (before: unknown, after: unknown, how: SchemaChange): string | undefined => {
  if (!isObject(before)) return undefined;
  if (!isObject(after)) return 'it has lost its properties';
  for (const name of Object.keys(before)) {
    if (Object.hasOwn(after, name)) {
      const found = weakerSchema(own(before, name), own(after, name), { ...how, at: `${how.at}/properties/${name}` });
      if (found !== undefined) return found;
    } else if (!how.mayFillIn || how.required.includes(name)) return `${how.at}: the property ${show(name)} is gone`;
  }
  return undefined;
};

const weakerTable = (before: unknown, after: unknown, how: SchemaChange): string | undefined => {
  if (!isObject(before) || !isObject(after)) return difference(before, after);
  for (const name of Object.keys(before)) {
    const found = weakerSchema(own(before, name), own(after, name), { ...how, at: `${how.at}/${name}` });
    if (found !== undefined) return found;
  }
  return undefined;
};

const weakerList = (before: unknown, after: unknown, how: SchemaChange): string | undefined => {
  if (!Array.isArray(before) || !Array.isArray(after) || after.length < before.length) return difference(before, after);
  for (const [index, item] of before.entries()) {
    const found = weakerSchema(item, after[index], { ...how, at: `${how.at}/${index}` });
    if (found !== undefined) return found;
  }
  return undefined;
};

/** What a rewrite may do to a schema. */
export interface SchemaChange {
  /** Whether the layer changes arguments as well, so that it may take out what it fills in itself. */
  readonly mayFillIn: boolean;
  /** What the rewritten schema requires. */
  readonly required: readonly unknown[];
  readonly at: string;
}

const weakerKeyword = (keyword: string, before: unknown, after: unknown, how: SchemaChange): string | undefined => {
  const inside = { ...how, at: `${how.at}/${keyword}` };
  if (tables.has(keyword)) return weakerTable(before, after, inside);
  if (lists.has(keyword)) return weakerList(before, after, inside);
  if (nested.has(keyword)) return weakerSchema(before, after, inside);
  if (keyword === 'type' || keyword === 'enum') return weakerChoice(before, after);
  if (lowest.has(keyword)) return Number(after) >= Number(before) ? undefined : `${show(after)} is lower`;
  if (highest.has(keyword)) return Number(after) <= Number(before) ? undefined : `${show(after)} is higher`;
  if (keyword === 'pattern') return typeof after === 'string' ? undefined : difference(before, after);
  if (keyword.endsWith('dditionalProperties') || keyword === 'unevaluatedProperties') {
    if (after === false) return undefined;
    return isObject(before) && isObject(after) ? weakerSchema(before, after, inside) : difference(before, after);
  }
  return difference(before, after);
};

/** How a rewritten schema is weaker than the one before, in a phrase; `undefined` where it admits no more and has lost nothing. */
export const weakerSchema = (before: unknown, after: unknown, change: SchemaChange): string | undefined => {
  if (!isObject(before) || after === false) return after === false ? undefined : difference(before, after);
  if (!isObject(after)) return `${change.at}: ${show(after)} instead of a schema`;
  const required = own(after, 'required');
  const how = { ...change, required: Array.isArray(required) ? required : [] };
  const properties = own(after, 'properties');
  for (const keyword of Object.keys(before)) {
    if (keyword === 'properties') {
      const found = weakerProperties(before[keyword], properties, how);
      if (found !== undefined) return found;
      continue;
    }
    const is = own(after, keyword);
    const found =
      keyword === 'required'
        ? weakerRequired(before[keyword], is, properties)
        : is === undefined && Object.hasOwn(after, keyword) === false
          ? words.has(keyword)
            ? undefined
            : 'it is gone'
          : words.has(keyword)
            ? undefined
            : weakerKeyword(keyword, own(before, keyword), is, how);
    if (found !== undefined) return `${change.at}/${keyword}: ${found}`;
  }
  return undefined;
};
