import {
  type ApprovalRequest,
  type CapabilitySet,
  capabilities,
  dispatch,
  type JsonValue,
  type ToolCall,
  type ToolExecutor,
} from '@pawl/core';
import { obliging } from '../generate/obliging.js';
import { answerOf } from '../law/answer-of.js';
import type { ApprovalScope } from '../subject/subject.js';
import type { Trial } from '../world/trial.js';
import type { World } from '../world/world.js';

const little: CapabilitySet = capabilities('local-read');

/** A base that asks about everything, and whose other answers a law can change on the way. */
export interface Asking {
  readonly world: World;
  readonly outer: ToolExecutor;
  readonly tools: readonly string[];
  readonly state: {
    cacheable: boolean;
    required: CapabilitySet;
    verdict: 'ask' | 'deny';
    rewritten: JsonValue | undefined;
    notes: readonly string[];
  };
  /** Gets a call asked about, and tells the layer that a person approved it. `false` where nothing was asked. */
  readonly approve: (call: ToolCall, scope: ApprovalScope) => Promise<ApprovalRequest | undefined>;
  readonly verdict: (executor: ToolExecutor, call: ToolCall) => Promise<unknown>;
}

export const asking = (trial: Trial): Asking => {
  const state: Asking['state'] = { cacheable: true, required: little, verdict: 'ask', rewritten: undefined, notes: [] };
  const tools = trial.scenario.tools.map((tool) => ({ ...tool, listed: true }));
  const world = trial.world({
    around: 'none',
    worker: 'rooted',
    tools: tools.length > 1 ? tools : [...tools, { name: 'second_tool', listed: true, salt: 1 }],
    answers: {
      ...obliging,
      needsApproval: () => true,
      cacheableApproval: () => state.cacheable,
      requiredCapabilities: () => state.required,
      preDispatch: () => ({
        verdict: state.verdict,
        reason: 'the base asks',
        ...(state.notes.length === 0 ? {} : { notes: state.notes }),
        ...(state.rewritten === undefined ? {} : { args: state.rewritten }),
      }),
    },
  });
  const [station] = world.stations;
  const outer = station?.outer ?? world.top;
  return {
    world,
    outer,
    tools: outer.specs().map(({ name }) => name),
    state,
    approve: async (call, scope) => {
      const outcome = await trial.waiting.settle(dispatch(outer, call), 'dispatch');
      if (outcome.status !== 'pending') return undefined;
      await station?.instance.remember?.(outcome.request, scope);
      return outcome.request;
    },
    verdict: async (executor, call) => {
      const { value, error } = await answerOf(executor, 'preDispatch', [call], trial.waiting);
      return error === undefined && typeof value === 'object' && value !== null
        ? Reflect.get(value, 'verdict')
        : 'failed';
    },
  };
};
