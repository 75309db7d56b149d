import { isJson, JsonError, snapshotJson, type ToolExecution, ToolFailure } from '@pawl/core';
import type { PreparedTool } from './prepare-tool.js';
import type { Checked } from './read-schema.js';
import { isToolExecution } from './tool-execution.js';

const withheld = (tool: PreparedTool, problem: string, cause?: unknown): ToolFailure =>
  new ToolFailure(`the result of ${tool.name} is withheld: ${problem}`, {
    code: 'invalid-result',
    // The function has run.
    outcome: 'unknown',
    ...(cause === undefined ? {} : { cause }),
  });

const isGenerator = (result: unknown): boolean =>
  typeof result === 'object' &&
  result !== null &&
  (Symbol.asyncIterator in result || ('next' in result && typeof result.next === 'function'));

const whyNotJson = (value: unknown): string => {
  try {
    snapshotJson(value);
  } catch (error) {
    if (error instanceof JsonError) return error.message;
  }
  return 'it is not JSON';
};

const judged = async (tool: PreparedTool, output: unknown): Promise<unknown> => {
  if (tool.output === undefined) return output;
  let checked: Checked;
  try {
    // What is not JSON is refused below or here; a schema that reads `undefined` or a Date may make JSON of it.
    checked = await tool.output.check(output as Parameters<typeof tool.output.check>[0]);
  } catch (error) {
    throw withheld(tool, 'it could not be checked', error);
  }
  if (checked.problems !== undefined)
    throw withheld(tool, `it does not meet its schema: ${checked.problems.join('; ')}`);
  return checked.value;
};

/**
 * What a function returned, as an execution.
 *
 * @throws {ToolFailure} `invalid-result`, outcome `unknown`: what is not JSON, or does not meet the tool's `output`.
 */
export const checkResult = async (tool: PreparedTool, result: unknown): Promise<ToolExecution> => {
  if (isGenerator(result)) {
    throw withheld(tool, 'its `run` returned a generator, whose pieces would be lost: give it as `stream`');
  }
  const execution: { readonly output: unknown } = isToolExecution(result)
    ? result
    : { output: result === undefined ? null : result };
  const output = await judged(tool, execution.output);
  if (!isJson(output)) throw withheld(tool, whyNotJson(output));
  return { ...execution, output };
};
