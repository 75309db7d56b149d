import {
  allow,
  type Clock,
  defineExecutor,
  type ExecutorParts,
  type JsonObject,
  NONE,
  type ToolAnnotations,
  type ToolCall,
  type ToolExecution,
  ToolFailure,
  type ToolFailureInit,
} from '@pawl/core';
import { type Action, type ProposalOptions, type ProposalResult, runProposal } from '../../src/proposal/index.js';
import { NoJitter } from './no-jitter.js';

export type Run = (call: ToolCall) => ToolExecution | Promise<ToolExecution>;

export interface Tool {
  readonly run: Run;
  readonly annotations?: ToolAnnotations;
}

/** An executor over these functions that lets everything run, and the calls that reached it. */
export const toolsOf = (tools: Record<string, Run | Tool>, parts: ExecutorParts = {}) => {
  const calls: ToolCall[] = [];
  const runOf = (tool: Run | Tool | undefined): Run | undefined => (typeof tool === 'function' ? tool : tool?.run);
  const specs = Object.entries(tools).map(([name, tool]) => ({
    name,
    description: name,
    inputSchema: { type: 'object' },
    annotations: { openWorldHint: false, ...(typeof tool === 'function' ? {} : tool.annotations) },
  }));
  const executor = defineExecutor({
    specs: () => specs,
    requiredCapabilities: () => NONE,
    preDispatch: async () => allow(),
    execute: async (call) => {
      calls.push(call);
      const run = runOf(tools[call.tool]);
      if (run === undefined) throw new Error(`no ${call.tool}`);
      return run(call);
    },
    ...parts,
  });
  const ran = (): readonly string[] => calls.map(({ id, attempt }) => `${id}#${attempt}`);
  return { executor, calls, ran };
};

export const says =
  (output: string, mutations?: JsonObject): Run =>
  () => ({ output, ...(mutations === undefined ? {} : { mutations }) });

export const fails =
  (init: Partial<ToolFailureInit> = {}): Run =>
  () => {
    throw new ToolFailure('it broke', { code: 'tool-error', ...init });
  };

/** Does one thing after the other, and the last one again and again. */
export const inTurn = (...runs: readonly Run[]): Run => {
  let next = 0;
  return (call) => {
    const run = runs[Math.min(next++, runs.length - 1)];
    if (run === undefined) throw new Error('nothing to do');
    return run(call);
  };
};

/** No wait at all: for tests that do not look at the clock. */
export const atOnce: { readonly clock: Clock; readonly delays: NoJitter } = {
  clock: {
    setTimeout: (callback) => {
      const timer = setImmediate(callback);
      return () => clearImmediate(timer);
    },
  },
  delays: new NoJitter(),
};

/** Runs these actions as the proposal `p`. */
export const startNamed = (
  { executor }: Pick<ReturnType<typeof toolsOf>, 'executor'>,
  actions: readonly Action[],
  options: ProposalOptions = {},
) => runProposal({ executor, proposal: { id: 'p', actions }, options: { ...atOnce, ...options } });

/** Runs the actions as a proposal, without a wait. */
export const start = (
  { executor }: ReturnType<typeof toolsOf>,
  actions: readonly Action[],
  options: ProposalOptions = {},
): Promise<ProposalResult> => runProposal({ executor, proposal: { actions }, options: { ...atOnce, ...options } });
