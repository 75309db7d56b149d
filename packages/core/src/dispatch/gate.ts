import { ALL, type CapabilitySet, capabilityNames, difference, NONE } from '../capability/capability-set.js';
import { granted } from '../capability/granted.js';
import type { ToolCall, ToolCallInit } from '../contract/tool-call.js';
import type { ToolDecision } from '../contract/tool-decision.js';
import type { ToolExecutor } from '../contract/tool-executor.js';
import { isToolFailure, type ToolFailure } from '../contract/tool-failure.js';
import type { ToolSpec } from '../contract/tool-spec.js';
import { originOf } from '../decision/origin.js';
import { specsByName } from '../executor/specs-by-name.js';
import { snapshotCall, withArgs } from '../executor/tool-call.js';
import { unknownTool } from '../executor/unknown-tool.js';
import { type ApprovalRequest, covers, requestFields } from './approval-request.js';
import { type DispatchContext, type Settings, settingsOf } from './context.js';
import { strictAnswer, strictSpecs } from './strict-answer.js';
import { layerBehind, type TraceEntry } from './trace.js';
import { MemberTimeout, within } from './within.js';

/** A call that the gate has judged. */
export interface JudgedCall {
  /** With the arguments that will run. */
  readonly call: ToolCall;
  readonly notes: readonly string[];
  readonly trace: readonly TraceEntry[];
}

/** What `gate` says of a call. */
export type GateResult =
  | (JudgedCall & { readonly verdict: 'allow' })
  | (JudgedCall & { readonly verdict: 'ask'; readonly request: ApprovalRequest })
  | (JudgedCall & { readonly verdict: 'deny'; readonly reason: string })
  /** The call is none: an unknown or hidden name, or arguments that are not I-JSON. */
  | { readonly verdict: 'invalid'; readonly failure: ToolFailure; readonly trace: readonly TraceEntry[] };

const isDecision = (value: unknown): value is ToolDecision => {
  if (typeof value !== 'object' || value === null) return false;
  const { verdict, reason, notes } = value as Partial<ToolDecision>; // each is looked at before it is believed
  return (
    (verdict === 'allow' || verdict === 'ask' || verdict === 'deny') &&
    (reason === undefined || typeof reason === 'string') &&
    (notes === undefined || (Array.isArray(notes) && notes.every((note) => typeof note === 'string')))
  );
};

const faultSentence = (call: ToolCall, member: string, problem: string): string =>
  `${call.tool} was not run: ${member} ${problem}, so the strictest answer counts`;

/** `preDispatch`, asked so that it always decides: a fault is a deny. */
const decide = async (
  executor: ToolExecutor,
  call: ToolCall,
  { clock, memberTimeoutMs }: Settings,
): Promise<{ decision: ToolDecision; layer?: string }> => {
  const refuse = (problem: string): ToolDecision => ({
    verdict: 'deny',
    reason: faultSentence(call, 'preDispatch', problem),
  });
  try {
    const decision: unknown = await within(() => executor.preDispatch(call), clock, memberTimeoutMs);
    const layer = originOf(decision);
    if (!isDecision(decision)) return { decision: refuse('answered something that is no decision'), layer };
    return decision.verdict === 'allow' ? { decision } : { decision, layer };
  } catch (error) {
    if (error instanceof MemberTimeout) return { decision: refuse(error.message) };
    return { decision: refuse('failed'), layer: originOf(error) };
  }
};

const sandboxDenies = async (executor: ToolExecutor, call: ToolCall, settings: Settings): Promise<boolean> => {
  try {
    return (await within(() => executor.sandboxWouldDeny(call), settings.clock, settings.memberTimeoutMs)) !== false;
  } catch {
    return true;
  }
};

const advertisedSpec = (executor: ToolExecutor, tool: string, context: DispatchContext): ToolSpec | undefined => {
  const spec = specsByName(context.advertised ?? strictSpecs(executor)).get(tool);
  return spec !== undefined && strictAnswer(executor, 'owns', tool) ? spec : undefined;
};

const unknown = (executor: ToolExecutor, tool: string): GateResult => {
  const layer = layerBehind(executor, (level) => specsByName(strictSpecs(level)).has(tool));
  return {
    verdict: 'invalid',
    failure: unknownTool(tool),
    trace: [{ member: 'specs', answer: 'not advertised', layer }],
  };
};

const missingSentence = (tool: string, missing: CapabilitySet, settings: Settings): string =>
  `${tool} requires ${capabilityNames(missing).join(', ')}, which is not granted${
    settings.taint === 'tainted' ? ' while untrusted content is in the context' : ''
  }`;

/** What of the required capabilities is not granted; an answer that is no set counts as all of them. */
const shortfall = (required: CapabilitySet, settings: Settings): CapabilitySet => {
  const have = granted(settings.policy, settings.taint);
  return Number.isInteger(have) ? difference(required, have) : ALL;
};

const rewritten = (call: ToolCall, decision: ToolDecision): ToolCall =>
  decision.args === undefined ? call : withArgs(call, decision.args);

/**
 * Decides on a call and runs nothing. Precedence: deny > missing capability > ask > rewrite > allow; an approval lifts
 * an ask, never a deny, and only for the arguments that will run. Never rejects: every fault is the strictest verdict.
 */
export const gate = async (
  executor: ToolExecutor,
  init: ToolCall | ToolCallInit,
  context: DispatchContext = {},
): Promise<GateResult> => {
  let call: ToolCall;
  try {
    call = snapshotCall(init);
  } catch (error) {
    if (isToolFailure(error)) return { verdict: 'invalid', failure: error, trace: [] };
    throw error;
  }
  const spec = advertisedSpec(executor, call.tool, context);
  if (spec === undefined) return unknown(executor, call.tool);
  return judge({ executor, call, spec, context });
};

interface Case {
  readonly executor: ToolExecutor;
  readonly call: ToolCall;
  readonly spec: ToolSpec;
  readonly context: DispatchContext;
}

const judge = async ({ executor, call: asked, spec, context }: Case): Promise<GateResult> => {
  const settings = settingsOf(context);
  const { decision, layer } = await decide(executor, asked, settings);
  const trace: TraceEntry[] = [
    {
      member: 'preDispatch',
      answer: decision.verdict,
      ...(decision.reason === undefined ? {} : { reason: decision.reason }),
      ...(layer === undefined ? {} : { layer }),
    },
  ];
  const notes = decision.notes ?? [];
  const denied = (call: ToolCall, reason: string): GateResult => ({ verdict: 'deny', call, notes, trace, reason });
  if (decision.verdict === 'deny') return denied(asked, decision.reason ?? `${asked.tool} is refused`);

  let call: ToolCall;
  try {
    call = rewritten(asked, decision);
  } catch {
    return denied(asked, faultSentence(asked, 'preDispatch', 'rewrote the arguments to something that is not I-JSON'));
  }
  const escalated = context.escalateSandboxDenials === true && (await sandboxDenies(executor, call, settings));
  if (escalated) trace.push({ member: 'sandboxWouldDeny', answer: 'ask' });
  const required = strictAnswer(executor, 'requiredCapabilities', call.tool);
  const missing = shortfall(required, settings);
  if (missing === NONE && !escalated && decision.verdict === 'allow') return { verdict: 'allow', call, notes, trace };

  const reasons: string[] = [];
  if (missing !== NONE) {
    const reason = missingSentence(call.tool, missing, settings);
    const behind = layerBehind(executor, (level) => strictAnswer(level, 'requiredCapabilities', call.tool));
    trace.push({ member: 'requiredCapabilities', answer: 'ask', reason, layer: behind });
    reasons.push(reason);
  }
  if (decision.verdict === 'ask') reasons.push(decision.reason ?? `${call.tool} needs a person's approval`);
  if (escalated) reasons.push(`the sandbox would refuse this call of ${call.tool}`);
  const request: ApprovalRequest = {
    ...requestFields(call),
    spec,
    reason: reasons.join('; '),
    required: capabilityNames(required),
    missing: capabilityNames(missing),
    sandboxEscalation: escalated,
  };
  const approved = context.approved !== undefined && covers(context.approved, request);
  return approved ? { verdict: 'allow', call, notes, trace } : { verdict: 'ask', call, notes, trace, request };
};
