import { strictAnswer, strictSpecs, type ToolExecutor } from '@pawl/core';
import { delegateToolName, handoffToolName } from '../message/reserved-tools.js';
import { TurnFault } from './turn-fault.js';
import type { TurnOptions } from './turn-options.js';

const counts = ['maxSteps', 'breaker', 'maxFanout', 'delegateBudget'] as const;
const times = ['timeoutMs', 'memberTimeoutMs', 'callTimeoutMs'] as const;

const invalid = (problem: string): TurnFault => new TurnFault('invalid-option', `runTurn: ${problem}`);

const checkAgents = (option: 'delegates' | 'handoffs', agents: readonly { readonly agent: string }[]): void => {
  const names = new Set<string>();
  for (const { agent } of agents) {
    if (names.has(agent)) throw invalid(`\`${option}\` lists agent ${JSON.stringify(agent)} twice`);
    names.add(agent);
  }
};

/** A name that nobody owns is a slip of the pen: the model would do without the tool, and nobody would know. */
const checkTools = (executor: ToolExecutor, where: string, tools: readonly string[]): void => {
  const missing = tools.find((tool) => !strictAnswer(executor, 'owns', tool));
  if (missing !== undefined)
    throw invalid(`${where} names ${JSON.stringify(missing)}, which the executor does not own`);
};

/** @throws {TurnFault} `invalid-option`, before anything is asked or run. */
export const checkOptions = (options: TurnOptions, executor: ToolExecutor): void => {
  for (const name of counts) {
    const value = options[name];
    if (value !== undefined && !(Number.isSafeInteger(value) && value > 0)) {
      throw invalid(`\`${name}\` must be a whole number of 1 or more`);
    }
  }
  for (const name of times) {
    const value = options[name];
    if (value !== undefined && !(Number.isFinite(value) && value > 0)) {
      throw invalid(`\`${name}\` must be a positive number of milliseconds`);
    }
  }
  const { delegates = [], handoffs = [], journal, session } = options;
  if (journal !== undefined && session !== undefined && journal.session !== session) {
    throw invalid('`journal` is of another session');
  }
  checkAgents('delegates', delegates);
  checkAgents('handoffs', handoffs);
  checkTools(executor, '`tools`', options.tools ?? []);
  for (const { agent, tools } of delegates) checkTools(executor, `delegate ${JSON.stringify(agent)}`, tools);
  const reserved = [
    ...(delegates.length > 0 ? [delegateToolName] : []),
    ...(handoffs.length > 0 ? [handoffToolName] : []),
  ];
  const owned = strictSpecs(executor).find(({ name }) => reserved.includes(name));
  if (owned === undefined) return;
  throw invalid(`the executor has a tool ${JSON.stringify(owned.name)}, which the turn needs for itself: rename it`);
};
