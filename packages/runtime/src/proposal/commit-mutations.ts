import { type JsonObject, snapshotJson, ToolFailure } from '@pawl/core';
import type { Action } from './action.js';
import type { ActionResult } from './action-result.js';
import type { ProposalRun } from './proposal-run.js';
import type { StateStore } from './state-store.js';

const failed = (result: ActionResult, failure: ToolFailure): ActionResult => {
  const { id, tool, attempts, durationMs } = result;
  return {
    id,
    tool,
    attempts,
    durationMs,
    status: 'failed',
    failure,
    untrusted: 'untrusted' in result && result.untrusted,
  };
};

// A layer behind `dispatch`'s own check could have added mutations, and a memory could hold another action's.
const problemIn = (action: Action, mutations: unknown): string | undefined => {
  if (typeof mutations !== 'object' || mutations === null || Array.isArray(mutations)) return 'are no object';
  const expected = action.expectedEffects ?? {};
  const extra = Object.keys(mutations).filter((key) => !Object.hasOwn(expected, key));
  return extra.length === 0 ? undefined : `change ${extra.join(', ')}, which \`expectedEffects\` does not name`;
};

const read = (action: Action, mutations: unknown): JsonObject | ToolFailure => {
  const init = { code: 'invalid-result', outcome: 'unknown' } as const;
  try {
    const problem = problemIn(action, mutations);
    if (problem === undefined) return snapshotJson(mutations) as JsonObject; // `problemIn` saw that it is an object
    return new ToolFailure(`the result of ${action.tool} is withheld: its \`mutations\` ${problem}`, init);
  } catch (cause) {
    return new ToolFailure(`the result of ${action.tool} is withheld: its \`mutations\` are not I-JSON`, {
      ...init,
      cause,
    });
  }
};

const apply = async (tool: string, store: StateStore, mutations: JsonObject): Promise<ToolFailure | undefined> => {
  const refused = (terminal: boolean, cause: unknown): ToolFailure =>
    new ToolFailure(
      terminal
        ? `${tool} ran, and the state could neither take its changes nor be made what it was`
        : `${tool} ran, but the state did not take its changes`,
      { code: 'state-refused', outcome: 'unknown', terminal, cause },
    );
  let before: Awaited<ReturnType<StateStore['snapshot']>>;
  try {
    before = await store.snapshot();
  } catch (error) {
    return refused(false, error);
  }
  try {
    await store.apply(mutations);
    return undefined;
  } catch (error) {
    try {
      await store.restore(before);
      return refused(false, error);
    } catch {
      return refused(true, error);
    }
  }
};

/** Applies what an action says it changed, all or none; where that cannot be, the action has failed. */
export const commitMutations = async (
  run: ProposalRun,
  action: Action,
  result: ActionResult,
): Promise<ActionResult> => {
  if (result.status !== 'executed' && result.status !== 'remembered') return result;
  if (result.execution.mutations === undefined) return result;
  const mutations = read(action, result.execution.mutations);
  if (mutations instanceof ToolFailure) return failed(result, mutations);
  const { state } = run.options;
  // Without a state no action has effects to expect, so there is nothing in `mutations`.
  const failure = state === undefined ? undefined : await apply(action.tool, state, mutations);
  return failure === undefined ? result : failed(result, failure);
};
