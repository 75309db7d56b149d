import type { JsonObject, JsonValue } from '@pawl/core';
import { Compile, type Validator } from 'typebox/schema';
import { bareValue, namesInherited } from './bare-value.js';
import { checkSchema } from './check-schema.js';
import { problemSentences } from './problem-sentences.js';

/** Says what is wrong with a value, a sentence each; nothing where all is well. */
export type SchemaCheck = (value: JsonValue) => readonly string[];

const endless = [
  'the value cannot be checked: the schema refers to itself without end, or the value is nested too deep',
];

const judge = (validator: Validator, value: JsonValue): readonly string[] => {
  try {
    if (validator.Check(value)) return [];
    const problems = problemSentences(validator.Errors(value)[1]);
    return problems.length > 0 ? problems : ['the value does not meet the schema'];
  } catch (error) {
    // A schema such as `{ $ref: '#' }` overflows the stack.
    if (error instanceof RangeError) return endless;
    throw error;
  }
};

const generate = (schema: JsonObject): SchemaCheck => {
  const validator = Compile(schema);
  return namesInherited(schema) ? (value) => judge(validator, bareValue(value)) : (value) => judge(validator, value);
};

/** What `compileSchema` takes beside the schema. */
export interface CompileSchemaOptions {
  /** What the schema belongs to, to begin an error's message with. Default: `'a schema'`. */
  readonly of?: string;
}

/**
 * A check for one JSON Schema. The schema is checked now; its code is generated on first use, so that a large catalogue
 * costs nothing until it is called.
 *
 * Takes any draft from 6 to 2020-12, with or without `$schema`; unknown keywords and formats pass.
 *
 * @throws {SchemaError} for a schema that is malformed, or refers to something outside itself.
 * @example
 * ```ts
 * const check = compileSchema({ type: 'object', required: ['path'] });
 * check({}); // ['/path is missing']
 * ```
 */
export const compileSchema = (schema: JsonObject, options: CompileSchemaOptions = {}): SchemaCheck => {
  checkSchema(schema, options.of ?? 'a schema');
  let check: SchemaCheck | undefined;
  return (value) => {
    check ??= generate(schema);
    return check(value);
  };
};
