import type { ToolCall } from '../contract/tool-call.js';
import { ToolFailure } from '../contract/tool-failure.js';
import type { ToolExecution } from '../contract/tool-outcome.js';
import { isJson } from '../json/is-json.js';
import { walkJson } from '../json/walk-json.js';
import type { SchemaValidator } from './context.js';

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const problemIn = (call: ToolCall, execution: unknown, validate: SchemaValidator | undefined): string | undefined => {
  if (!isObject(execution) || !('output' in execution)) return 'it returned no `output`';
  const { output, mutations } = execution as Partial<ToolExecution>; // both are looked at before they are believed
  if (!isJson(output)) return 'its `output` is not JSON';
  if (mutations !== undefined) {
    if (!isObject(mutations)) return 'its `mutations` are no object';
    try {
      walkJson(mutations, 'check');
    } catch (error) {
      return `its \`mutations\` are not I-JSON: ${error instanceof Error ? error.message : String(error)}`;
    }
    const expected = call.expectedEffects ?? {};
    const extra = Object.keys(mutations).filter((key) => !Object.hasOwn(expected, key));
    if (extra.length > 0) return `it changed ${extra.join(', ')}, which \`expectedEffects\` does not name`;
  }
  if (call.returnSchema !== undefined) {
    const problems = validate?.(call.returnSchema, output) ?? ['there is nothing to check it with'];
    if (problems.length > 0) return `its \`output\` does not meet \`returnSchema\`: ${problems.join('; ')}`;
  }
  return undefined;
};

/**
 * The execution, where it keeps what the call asked for.
 *
 * @throws {ToolFailure} `invalid-result`, outcome `unknown`, because the tool did run.
 */
export const checkExecution = (
  call: ToolCall,
  execution: unknown,
  validate: SchemaValidator | undefined,
): ToolExecution => {
  const problem = problemIn(call, execution, validate);
  if (problem !== undefined) {
    throw new ToolFailure(`the result of ${call.tool} is withheld: ${problem}`, {
      code: 'invalid-result',
      outcome: 'unknown',
    });
  }
  return execution as ToolExecution; // problemIn looked at every field that the type promises
};

/** @throws {ToolFailure} `not-started`, for a call with a `returnSchema` that nothing could check. */
export const checkCheckable = (call: ToolCall, validate: SchemaValidator | undefined): void => {
  if (call.returnSchema !== undefined && validate === undefined) {
    throw new ToolFailure(
      `${call.tool} was not run: the call has a \`returnSchema\`, so the context needs \`validate\``,
      {
        code: 'invalid-arguments',
        outcome: 'not-started',
      },
    );
  }
};
