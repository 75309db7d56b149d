import { nearest } from './nearest.js';
import type { ConfigPath, ConfigProblem } from './problem.js';
import type { ConfigSchema } from './schema.js';

type Check = (value: unknown, schema: ConfigSchema, path: ConfigPath) => readonly ConfigProblem[];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isOf: Readonly<Record<NonNullable<ConfigSchema['type']>, (value: unknown) => boolean>> = {
  object: isObject,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
};

const kindWords: Readonly<Record<NonNullable<ConfigSchema['type']>, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
};

const known = <T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;

const hint = (wrong: unknown, words: readonly string[]): string => {
  const meant = typeof wrong === 'string' ? nearest(wrong, words) : undefined;
  return meant === undefined ? `use one of ${words.join(', ')}` : `did you mean ${JSON.stringify(meant)}?`;
};

/** Checks a value against the configuration's own schema; names every problem. */
export const checkValue = (root: ConfigSchema): ((value: unknown) => readonly ConfigProblem[]) => {
  const resolve = (schema: ConfigSchema): ConfigSchema =>
    schema.$ref === undefined ? schema : (known(root.$defs, schema.$ref.replace('#/$defs/', '')) ?? {});
  const check: Check = (value, given, path) => {
    const schema = resolve(given);
    const wrong = (message: string): readonly ConfigProblem[] => [{ path, at: 'value', message }];
    if (schema.type !== undefined && !isOf[schema.type](value)) return wrong(`must be ${kindWords[schema.type]}`);
    if (schema.enum !== undefined && !schema.enum.includes(value)) {
      return wrong(`${JSON.stringify(value)} is no choice here: ${hint(value, schema.enum.map(String))}`);
    }
    const bound = outOfBounds(value, schema);
    if (bound !== undefined) return wrong(bound);
    if (Array.isArray(value)) {
      const { items } = schema;
      return items === undefined ? [] : value.flatMap((item, index) => check(item, items, [...path, index]));
    }
    return isObject(value) ? checkObject(value, schema, path, check) : [];
  };
  return (value) => check(value, root, []);
};

const outOfBounds = (value: unknown, schema: ConfigSchema): string | undefined => {
  const { minimum, maximum, minLength, minItems } = schema;
  if (typeof value === 'number') {
    if (minimum !== undefined && value < minimum) return `must be ${minimum} or more`;
    if (maximum !== undefined && value > maximum) return `must be ${maximum} or less`;
  }
  if (typeof value === 'string' && minLength !== undefined && value.length < minLength) {
    return `must have at least ${minLength} character${minLength === 1 ? '' : 's'}`;
  }
  if (Array.isArray(value) && minItems !== undefined && value.length < minItems)
    return `must have ${minItems} or more items`;
  return undefined;
};

const checkObject = (
  value: Readonly<Record<string, unknown>>,
  schema: ConfigSchema,
  path: ConfigPath,
  check: Check,
): readonly ConfigProblem[] => {
  const keys = Object.keys(value);
  const members = keys.flatMap((key): readonly ConfigProblem[] => {
    const own = known(schema.properties, key) ?? (schema.additionalProperties || undefined);
    if (own !== undefined) return check(value[key], own, [...path, key]);
    if (schema.additionalProperties !== false) return [];
    const message = `is no option here: ${hint(key, Object.keys(schema.properties ?? {}))}`;
    return [{ path: [...path, key], at: 'name', message }];
  });
  const problems = members.length > 0 ? [] : shapeProblems(keys, schema);
  return [...members, ...problems.map((message): ConfigProblem => ({ path, at: 'value', message }))];
};

const shapeProblems = (keys: readonly string[], schema: ConfigSchema): readonly string[] => {
  const { required = [], oneOf, minProperties = 0, maxProperties = Number.POSITIVE_INFINITY, properties = {} } = schema;
  const missing = required.filter((key) => !keys.includes(key)).map((key) => `needs ${JSON.stringify(key)}`);
  const met = oneOf?.filter((branch) => branch.required.every((key) => keys.includes(key))).length ?? 1;
  const choices = oneOf?.map((branch) => branch.required.join(' and ')).join(', ');
  const names = Object.keys(properties).join(', ');
  return [
    ...missing,
    ...(met === 1 ? [] : [`needs exactly one of ${choices}`]),
    ...(keys.length < minProperties ? [`must not be empty${names === '' ? '' : `: give one of ${names}`}`] : []),
    ...(keys.length > maxProperties
      ? [`must have one member only, not ${keys.join(', ')}: write each as an item of its own`]
      : []),
  ];
};
