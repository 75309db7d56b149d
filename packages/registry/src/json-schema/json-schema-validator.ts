import type { JsonObject, SchemaValidator } from '@pawl/core';
import { compileSchema, type SchemaCheck } from './compile-schema.js';
import { SchemaError } from './schema-error.js';

const checkOf = (schema: JsonObject): SchemaCheck => {
  try {
    return compileSchema(schema);
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    // Whoever asks wants to know whether the value may pass: against a schema that means nothing, it may not.
    return () => [`the value cannot be checked: ${error.message}`];
  }
};

/**
 * A validator of JSON Schema for `context.validate`, compiled once for each schema object. A schema that cannot be used
 * lets no value pass: the problem says what is wrong with it.
 *
 * @example
 * ```ts
 * await dispatch(tools, { ...call, returnSchema }, { validate: jsonSchemaValidator() });
 * ```
 */
export const jsonSchemaValidator = (): SchemaValidator => {
  const checks = new WeakMap<JsonObject, SchemaCheck>();
  return (schema, value) => {
    if (typeof schema !== 'object' || schema === null) return checkOf(schema)(value);
    let check = checks.get(schema);
    if (check === undefined) {
      check = checkOf(schema);
      checks.set(schema, check);
    }
    return check(value);
  };
};
