import {
  allow,
  type Clock,
  capabilities,
  isSubset,
  type Layer,
  layer,
  specsByName,
  systemClock,
  type ToolCall,
  type ToolDecision,
  type ToolExecutor,
  withArgs,
} from '@pawl/core';
import { LayerOptionError } from '../options/layer-option-error.js';
import { type ApprovalSubject, approvalKey } from './approval-key.js';
import type { ApprovalMemory, RememberedApproval } from './approval-memory.js';
import { type Patience, recallInTime } from './recall-in-time.js';

/** What an approval cache needs. */
export interface ApprovalCacheOptions {
  /** Where approvals are kept: `approvalMemory()`, or one of your own. */
  readonly memory: ApprovalMemory;
  /** Milliseconds that the memory may take before a person is asked instead. Default: 1,000. */
  readonly recallTimeoutMs?: number;
  /** Default: the machine's. */
  readonly clock?: Clock;
}

/** The call as an approval would be bound to it; `undefined` where no approval of it may be remembered. */
const subjectOf = (inner: ToolExecutor, call: ToolCall, decision: ToolDecision): ApprovalSubject | undefined => {
  const { tool } = call;
  if (inner.cacheableApproval(tool) !== true) return undefined;
  const spec = specsByName(inner.specs()).get(tool);
  if (spec === undefined) return undefined;
  const { args, caller, session } = decision.args === undefined ? call : withArgs(call, decision.args);
  return {
    tool,
    spec,
    ...(args === undefined ? {} : { args }),
    ...(caller === undefined ? {} : { caller }),
    ...(session === undefined ? {} : { session }),
  };
};

const isCovered = async (
  inner: ToolExecutor,
  subject: ApprovalSubject,
  recall: (key: string) => Promise<RememberedApproval | undefined>,
): Promise<boolean> => {
  const kept = await Promise.all([recall(approvalKey(subject, 'call')), recall(approvalKey(subject, 'session'))]);
  const required = inner.requiredCapabilities(subject.tool);
  return kept.some((approval) => approval !== undefined && isSubset(required, capabilities(...approval.required)));
};

/** The decision without its question; what else it says stands. */
const answered = ({ verdict: _asked, reason: _question, ...rest }: ToolDecision): ToolDecision => {
  return Object.keys(rest).length === 0 ? allow() : { ...rest, ...allow() };
};

const checked = ({ memory, recallTimeoutMs = 1_000, clock = systemClock }: ApprovalCacheOptions): Patience => {
  if (typeof memory?.recall !== 'function' || typeof memory.forWorker !== 'function') {
    throw new LayerOptionError('approvalCache: `memory` is missing: give it `approvalMemory()`', {
      code: 'invalid-option',
      option: 'memory',
    });
  }
  if (!Number.isFinite(recallTimeoutMs) || recallTimeoutMs <= 0) {
    throw new LayerOptionError('approvalCache: `recallTimeoutMs` must be a number of milliseconds above 0', {
      code: 'invalid-option',
      option: 'recallTimeoutMs',
    });
  }
  return { clock, ms: recallTimeoutMs };
};

/**
 * Lets a call through that would ask, where a person has already said yes to it: for the same caller, session, tool
 * definition and arguments (or any arguments, if the person chose so), a tool whose approval may be remembered, and no
 * more capabilities than were required then. A deny is never touched. Each worker starts with an empty memory.
 *
 * @throws {LayerOptionError} for an option that makes no sense.
 * @example
 * ```ts
 * const memory = approvalMemory();
 * const tools = approvalCache({ memory })(registry);
 * const outcome = await dispatch(tools, call);
 * if (outcome.status === 'pending' && (await askPerson(outcome.request)) === 'yes, for this session') {
 *   await memory.remember(outcome.request, 'session');
 *   await dispatch(tools, call);
 * }
 * ```
 */
export const approvalCache = (options: ApprovalCacheOptions): Layer => {
  const patience = checked(options);
  return layer('approval-cache', { preDispatch: 'remembers' }, (inner, scope) => {
    const memory = scope === undefined ? options.memory : options.memory.forWorker(scope.workerId);
    const recall = (key: string): Promise<RememberedApproval | undefined> => recallInTime(memory, key, patience);
    const relaxed = async (call: ToolCall, decision: ToolDecision): Promise<ToolDecision> => {
      try {
        const subject = subjectOf(inner, call, decision);
        return subject !== undefined && (await isCovered(inner, subject, recall)) ? answered(decision) : decision;
      } catch {
        // Whatever could not be found out is not remembered: the inner's question stands.
        return decision;
      }
    };
    return {
      preDispatch: (call) =>
        inner.preDispatch(call).then((decision) => (decision.verdict === 'ask' ? relaxed(call, decision) : decision)),
    };
  });
};
