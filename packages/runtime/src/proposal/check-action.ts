import { JsonError, type JsonValue, snapshotJson } from '@pawl/core';
import type { Action } from './action.js';
import type { ProposalProblem, ProposalProblemCode } from './proposal-error.js';

// A timer of the machine that is set for longer fires at once.
const maxTimeoutMs = 2_147_483_647;

const isId = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is said of each field that is no data; `undefined` is a field that was left out. */
const rules: { readonly [field in keyof Action]?: readonly [(value: unknown) => boolean, string] } = {
  id: [isId, 'a string that is not empty'],
  tool: [(value) => typeof value === 'string', 'a string'],
  dependsOn: [(value) => Array.isArray(value) && value.every(isId), 'a list of ids'],
  onFailure: [(value) => value === 'abort' || value === 'retry' || value === 'skip', "'abort', 'retry' or 'skip'"],
  maxRetries: [(value) => Number.isSafeInteger(value) && Number(value) >= 0, 'a whole number, 0 or more'],
  timeoutMs: [
    (value) => typeof value === 'number' && value > 0 && value <= maxTimeoutMs,
    `a positive number of milliseconds, ${maxTimeoutMs} at most`,
  ],
  expectedEffects: [isObject, 'an object'],
  returnSchema: [isObject, 'an object'],
  idempotent: [(value) => typeof value === 'boolean', 'true or false'],
};

// The keys of `rules` are fields of an action.
const ruleList = Object.entries(rules) as readonly (readonly [
  keyof Action,
  readonly [(value: unknown) => boolean, string],
])[];

const dataFields = ['args', 'dependsOn', 'expectedEffects', 'returnSchema'] as const;

/** An action as it was given, frozen, and what is wrong with it. */
export const checkAction = (
  given: unknown,
  index: number,
): { readonly action: Action; readonly problems: readonly ProposalProblem[] } => {
  const problems: ProposalProblem[] = [];
  const fields = isObject(given) ? (given as Partial<Record<keyof Action, unknown>>) : {}; // each is looked at below
  const name = isId(fields.id) ? `the action ${JSON.stringify(fields.id)}` : `the action at ${index}`;
  const wrong = (code: ProposalProblemCode, problem: string): void => {
    problems.push({ code, message: `${name}: ${problem}`, ...(isId(fields.id) ? { action: fields.id } : {}) });
  };
  if (!isObject(given)) wrong('invalid-action', 'it is no object');
  for (const [field, [holds, expected]] of ruleList) {
    const value = fields[field];
    const required = field === 'id' || field === 'tool';
    if ((required || value !== undefined) && !holds(value)) wrong('invalid-action', `\`${field}\` must be ${expected}`);
  }
  const data: { [field in (typeof dataFields)[number]]?: JsonValue } = {};
  for (const field of dataFields) {
    if (!(field in fields) || (field !== 'args' && fields[field] === undefined)) continue;
    try {
      data[field] = snapshotJson(fields[field]);
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      wrong('not-i-json', `in \`${field}\`, ${error.message}`);
    }
  }
  // Believed by nobody unless there are no problems, and then every field was looked at.
  return { action: Object.freeze({ ...fields, ...data }) as Action, problems };
};
