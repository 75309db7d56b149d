import { digestJson } from '@pawl/journal';
import type { Action, Proposal } from './action.js';
import { checkAction } from './check-action.js';
import { levelsOf } from './levels.js';
import { ProposalError, type ProposalProblem } from './proposal-error.js';
import type { ProposalOptions } from './proposal-options.js';

/** A proposal that may be begun. */
export interface CheckedProposal {
  readonly id?: string;
  /** Frozen copies: what was checked is what runs. */
  readonly actions: readonly Action[];
  readonly levels: readonly (readonly Action[])[];
  /** Binds a resume to the proposal that was paused. */
  readonly digest: () => string;
}

const fieldNames = [
  ...(['id', 'tool', 'args', 'dependsOn', 'onFailure', 'maxRetries'] as const),
  ...(['timeoutMs', 'expectedEffects', 'returnSchema', 'idempotent'] as const),
];

const identities = (actions: readonly Action[]): readonly ProposalProblem[] => {
  const problems: ProposalProblem[] = [];
  const ids = new Set<string>();
  for (const { id } of actions) {
    if (ids.has(id)) {
      problems.push({ code: 'duplicate-id', message: `two actions have the id ${JSON.stringify(id)}`, action: id });
    }
    ids.add(id);
  }
  for (const { id, dependsOn = [] } of actions) {
    for (const other of dependsOn.filter((one) => !ids.has(one))) {
      const message = `the action ${JSON.stringify(id)} depends on ${JSON.stringify(other)}, which is not there`;
      problems.push({ code: 'unknown-dependency', message, action: id });
    }
  }
  return problems;
};

const needs = (actions: readonly Action[], { context, state }: ProposalOptions): readonly ProposalProblem[] =>
  actions.flatMap(({ id, returnSchema, expectedEffects }) => {
    const problems: ProposalProblem[] = [];
    const name = `the action ${JSON.stringify(id)}`;
    if (returnSchema !== undefined && context?.validate === undefined) {
      const message = `${name} has a \`returnSchema\`, so the context needs \`validate\``;
      problems.push({ code: 'no-validator', message, action: id });
    }
    if (expectedEffects !== undefined && state === undefined) {
      const message = `${name} has \`expectedEffects\`, so the options need \`state\``;
      problems.push({ code: 'no-state', message, action: id });
    }
    return problems;
  });

const naming = (id: unknown, { journal, log }: ProposalOptions): readonly ProposalProblem[] => {
  if (id === undefined) {
    if (journal === undefined && log === undefined) return [];
    return [{ code: 'no-id', message: 'it has no `id`, by which the journal or the log could tell it from others' }];
  }
  // Calls are named by it and a slash.
  if (typeof id === 'string' && id !== '' && !id.includes('/')) return [];
  return [{ code: 'invalid-id', message: 'its `id` must be a string that is not empty and has no slash' }];
};

const refuse = (problems: readonly ProposalProblem[]): never => {
  const message = `the proposal was not begun, and nothing ran: ${problems.map((one) => one.message).join('; ')}`;
  throw new ProposalError('invalid-proposal', { message, problems });
};

const digestOf = (id: string | undefined, actions: readonly Action[]): string =>
  digestJson([
    id ?? null,
    // Fields that Pawl does not know change nothing of what runs, and may hold anything.
    actions.map((action) => fieldNames.map((field) => (field in action ? [action[field] ?? null] : []))),
  ]);

/** Worked out once, and only where somebody wants it. */
const once = <T>(work: () => T): (() => T) => {
  let known: { readonly value: T } | undefined;
  return () => {
    known ??= { value: work() };
    return known.value;
  };
};

/** @throws {ProposalError} with everything that is wrong. Nothing has run. */
export const checkProposal = (proposal: Proposal, options: ProposalOptions): CheckedProposal => {
  const given: unknown = proposal?.actions; // a proposal may come from a model as it is
  if (!Array.isArray(given)) refuse([{ code: 'not-a-proposal', message: '`actions` must be a list of actions' }]);
  const checked = proposal.actions.map(checkAction);
  const actions = checked.map(({ action }) => action);
  const malformed = checked.flatMap(({ problems }) => problems);
  // Ids that are none cannot be compared.
  if (malformed.length > 0) refuse(malformed);
  const { id } = proposal;
  const problems = [...naming(id, options), ...identities(actions), ...needs(actions, options)];
  if (problems.some(({ code }) => code === 'invalid-id')) refuse(problems); // it has no digest
  const { levels, stuck } = levelsOf(actions);
  if (stuck.length > 0 && !problems.some(({ code }) => code === 'unknown-dependency')) {
    const names = stuck.map(({ id }) => JSON.stringify(id)).join(', ');
    problems.push({ code: 'cycle', message: `these wait for one another and could never run: ${names}` });
  }
  const digest = once(() => digestOf(id, actions));
  if (options.resume !== undefined && options.resume.digest !== digest()) {
    problems.push({ code: 'wrong-resume', message: '`resume` is of another proposal, or this one was changed since' });
  }
  if (problems.length > 0) refuse(problems);
  return { ...(id === undefined ? {} : { id }), actions, levels, digest };
};
