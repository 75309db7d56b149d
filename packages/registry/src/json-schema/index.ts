/**
 * JSON Schema, compiled leniently and checked strictly.
 *
 * @packageDocumentation
 */
export { type CompileSchemaOptions, compileSchema, type SchemaCheck } from './compile-schema.js';
export { jsonSchemaValidator } from './json-schema-validator.js';
export { SchemaError, type SchemaErrorCode } from './schema-error.js';
