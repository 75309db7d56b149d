import type { JsonSchemaValidator } from '@modelcontextprotocol/client';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { type JsonObject, ToolFailure, type ToolSpec } from '@pawl/core';
import type { McpWarning } from '../mcp-executor-options.js';

// By the schema object, which lives as long as the catalogue that holds it.
const validators = new WeakMap<JsonObject, JsonSchemaValidator<unknown> | 'not-compilable'>();

const validatorOf = (
  { name, outputSchema }: ToolSpec,
  warn: (warning: McpWarning) => void,
): JsonSchemaValidator<unknown> | undefined => {
  if (outputSchema === undefined) return undefined;
  let validator = validators.get(outputSchema);
  if (validator === undefined) {
    try {
      // One engine for each schema, because two schemas of one engine may not share an `$id`.
      validator = new AjvJsonSchemaValidator().getValidator(outputSchema);
    } catch (error) {
      validator = 'not-compilable';
      const problem = error instanceof Error ? error.message : String(error);
      warn({
        code: 'output-schema',
        message: `results of ${name} are not checked, its outputSchema is unusable: ${problem}`,
      });
    }
    validators.set(outputSchema, validator);
  }
  return validator === 'not-compilable' ? undefined : validator;
};

/**
 * Holds a result against the tool's own `outputSchema` (MCP 2025-11-25, Tools, Output Schema).
 *
 * @throws {ToolFailure} `invalid-result`, `unknown`: the tool ran, and what it says of it is not what it promised.
 */
export const checkStructuredContent = (
  spec: ToolSpec,
  result: JsonObject,
  warn: (warning: McpWarning) => void,
): void => {
  const validator = validatorOf(spec, warn);
  if (validator === undefined) return;
  const structured = result['structuredContent'];
  const verdict = structured === undefined ? undefined : validator(structured);
  if (verdict?.valid === true) return;
  const problem =
    verdict === undefined
      ? 'it has no structuredContent'
      : `its structuredContent does not fit: ${verdict.errorMessage}`;
  throw new ToolFailure(`the result of ${spec.name} is not what its outputSchema promises: ${problem}`, {
    code: 'invalid-result',
    outcome: 'unknown',
    output: result,
  });
};
