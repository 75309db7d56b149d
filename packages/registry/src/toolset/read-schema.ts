import { type JsonObject, type JsonValue, snapshotJson } from '@pawl/core';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { compileSchema } from '../json-schema/compile-schema.js';
import { childPointer } from '../json-schema/pointer.js';
import { SchemaError } from '../json-schema/schema-error.js';
import type { StandardToolSchema, ToolSchema } from './tool-definition.js';

/** A value that met its schema, as the schema leaves it; or what is wrong with it. */
export type Checked =
  | { readonly problems?: never; readonly value: unknown }
  | { readonly problems: readonly string[]; readonly value?: never };

/** A schema in both its halves. */
export interface ReadSchema {
  /** As JSON Schema, frozen. */
  readonly json: JsonObject;
  readonly check: (value: JsonValue) => Checked | Promise<Checked>;
}

/** Whose schema it is, and which half of it is advertised. */
export interface SchemaPlace {
  readonly tool: string;
  readonly side: 'input' | 'output';
}

const isStandard = (schema: ToolSchema): schema is StandardToolSchema =>
  ((typeof schema === 'object' && schema !== null) || typeof schema === 'function') && '~standard' in schema;

const placeName = ({ tool, side }: SchemaPlace): string => `the ${side} of ${JSON.stringify(tool)}`;

/** Refuses what `JSON.stringify` would silently leave out or change. */
const onlyJson = (_: string, value: unknown): unknown => {
  if (
    typeof value === 'function' ||
    typeof value === 'symbol' ||
    (typeof value === 'number' && !Number.isFinite(value))
  )
    throw new TypeError(`it holds ${String(value)}, which JSON cannot say`);
  return value;
};

/** The schema as plain JSON: builders of schemas hang hidden members on theirs. */
const plain = (schema: unknown, place: SchemaPlace): JsonObject => {
  try {
    // Whether it is an object is the first thing that `checkSchema` looks at.
    return snapshotJson(JSON.parse(JSON.stringify(schema, onlyJson) ?? 'null')) as JsonObject;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new SchemaError(`${placeName(place)}: the schema is not JSON: ${why}`, {
      code: 'malformed-schema',
      pointer: '',
      cause: error,
    });
  }
};

const pointerOf = (path: StandardSchemaV1.Issue['path']): string =>
  (path ?? []).reduce<string>((pointer, part) => {
    const key = typeof part === 'object' ? part.key : part;
    return childPointer(pointer, typeof key === 'symbol' ? String(key) : key);
  }, '');

const issueSentence = ({ path, message }: StandardSchemaV1.Issue): string => {
  const pointer = pointerOf(path);
  return `${pointer === '' ? 'the value' : pointer}: ${message}`;
};

const converted = (schema: StandardToolSchema, place: SchemaPlace): unknown => {
  const { jsonSchema, vendor } = schema['~standard'];
  const unsupported = (problem: string, cause?: unknown): SchemaError =>
    new SchemaError(`${placeName(place)}: this ${vendor} schema ${problem}`, {
      code: 'unsupported-schema',
      pointer: '',
      ...(cause === undefined ? {} : { cause }),
    });
  if (typeof jsonSchema?.[place.side] !== 'function') {
    throw unsupported('cannot say itself in JSON Schema: use a version that can, or give plain JSON Schema');
  }
  try {
    return jsonSchema[place.side]({ target: 'draft-2020-12' });
  } catch (first) {
    try {
      return jsonSchema[place.side]({ target: 'draft-07' });
    } catch {
      throw unsupported(`has no JSON Schema: ${first instanceof Error ? first.message : String(first)}`, first);
    }
  }
};

const standardCheck =
  (schema: StandardToolSchema): ReadSchema['check'] =>
  (value) => {
    const settle = (result: StandardSchemaV1.Result<unknown>): Checked =>
      result.issues ? { problems: result.issues.map(issueSentence) } : { value: result.value };
    const result = schema['~standard'].validate(value);
    return result instanceof Promise ? result.then(settle) : settle(result);
  };

const jsonCheck = (json: JsonObject, { tool, side }: SchemaPlace): ReadSchema['check'] => {
  const check = compileSchema(json, { of: placeName({ tool, side }) });
  return (value) => {
    // A function is promised an object, whatever else the schema would let pass.
    if (side === 'input' && (typeof value !== 'object' || value === null || Array.isArray(value))) {
      return { problems: ['the value must be an object'] };
    }
    const problems = check(value);
    return problems.length === 0 ? { value } : { problems };
  };
};

/**
 * Reads a schema once, when its tool is defined.
 *
 * @throws {SchemaError} for a malformed one, and a Standard Schema that has no JSON Schema; the message names the tool.
 */
export const readSchema = (schema: ToolSchema, place: SchemaPlace): ReadSchema => {
  const json = plain(isStandard(schema) ? converted(schema, place) : schema, place);
  const check = jsonCheck(json, place);
  return { json, check: isStandard(schema) ? standardCheck(schema) : check };
};
