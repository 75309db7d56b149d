import {
  isJson,
  JsonError,
  type JsonObject,
  type JsonValue,
  snapshotJson,
  type ToolCall,
  type ToolExecution,
  ToolFailure,
} from '@pawl/core';

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isRedaction = (value: JsonValue): boolean =>
  isObject(value) && typeof value['rule'] === 'string' && typeof value['path'] === 'string';

const problemInMutations = (call: ToolCall, mutations: JsonValue): string | undefined => {
  if (!isObject(mutations)) return '`mutations` is not an object';
  const expected = call.expectedEffects ?? {};
  const extra = Object.keys(mutations).filter((key) => !Object.hasOwn(expected, key));
  if (extra.length > 0) return `it changed ${extra.join(', ')}, which \`expectedEffects\` does not name`;
  try {
    snapshotJson(mutations);
    return undefined;
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return `in \`mutations\`, ${error.message}`;
  }
};

const problemIn = (call: ToolCall, result: JsonValue | undefined): string | undefined => {
  if (!isObject(result) || !Object.hasOwn(result, 'output')) {
    return 'the result must be an object with `output`: answer { "output": … }';
  }
  if (!isJson(result['output'])) return '`output` is nested too deeply';
  const { mutations, meta, redactions } = result;
  if (mutations !== undefined) {
    const problem = problemInMutations(call, mutations);
    if (problem !== undefined) return problem;
  }
  if (meta !== undefined && !isObject(meta)) return '`meta` is not an object';
  if (redactions !== undefined && !(Array.isArray(redactions) && redactions.every(isRedaction))) {
    return '`redactions` is not a list of { rule, path }';
  }
  return undefined;
};

/**
 * The execution in a `result`: the very object, so unknown fields are kept. `dispatch` checks the mutations again.
 *
 * @throws {ToolFailure} `invalid-result`, outcome `unknown`, because the tool did run.
 */
export const readExecution = (call: ToolCall, result: JsonValue | undefined): ToolExecution => {
  const problem = problemIn(call, result);
  if (problem !== undefined) {
    throw new ToolFailure(`the result of ${call.tool} is withheld: ${problem}`, {
      code: 'invalid-result',
      outcome: 'unknown',
    });
  }
  return result as unknown as ToolExecution; // problemIn looked at every field that the type promises
};
