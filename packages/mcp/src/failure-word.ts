import type { FailureOutcome, JsonObject, JsonValue, ToolFailureInit } from '@pawl/core';

/** What a failure says of itself beside its message. */
export type FailureWord = Required<Pick<ToolFailureInit, 'code' | 'outcome' | 'terminal'>>;

/** The member of a result's `_meta` that holds the word, because an error result of MCP can only say that it is one. */
const member = 'pawl/failure';

/** What an error result without a word stands for. */
const plainWord: FailureWord = Object.freeze({ code: 'tool-error', outcome: 'failed', terminal: false });

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const outcomes: readonly FailureOutcome[] = ['not-started', 'failed', 'unknown'];

/** The word in a result; the plain one where there is none. Of what cannot be read the strict answer is taken. */
export const failureWordIn = (result: JsonObject): FailureWord => {
  const meta = result['_meta'];
  const word = isObject(meta) ? meta[member] : undefined;
  if (!isObject(word)) return plainWord;
  const { code, outcome, terminal } = word;
  return {
    // Whether a name is known is for the list of tools to say, never for a result.
    code: typeof code === 'string' && code !== 'unknown-tool' ? code : plainWord.code,
    outcome: outcomes.find((one) => one === outcome) ?? 'unknown',
    terminal: terminal !== undefined && terminal !== false,
  };
};

/** An error result that holds the word; the same object where it says so already. */
export const withFailureWord = (result: JsonObject, { code, outcome, terminal }: FailureWord): JsonObject => {
  const now = failureWordIn(result);
  if (now.code === code && now.outcome === outcome && now.terminal === terminal) return result;
  const meta = result['_meta'];
  const word = { code, outcome, ...(terminal ? { terminal } : {}) };
  return { ...result, _meta: { ...(isObject(meta) ? meta : {}), [member]: word } };
};
