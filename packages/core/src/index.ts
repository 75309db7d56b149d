/**
 * The contract of tool executors, the layers that wrap them, and the one place that runs a tool.
 *
 * @packageDocumentation
 */
export * from './capability/capability-set.js';
export { defaultPolicy, type GrantPolicy, granted, TAINT_REVOKED, type Taint } from './capability/granted.js';
export { isLabelledUntrusted, labelUntrusted, UNTRUSTED_LABEL } from './capability/untrusted-label.js';
export { contractVersion } from './contract/contract-version.js';
export { ShareInError, type ShareInErrorDetail } from './contract/share-in-error.js';
export type { ToolCall, ToolCallInit, ToolProgress } from './contract/tool-call.js';
export type { ToolDecision, ToolVerdict } from './contract/tool-decision.js';
export { type ExecutorMember, executorMembers, type ToolExecutor } from './contract/tool-executor.js';
export {
  type FailureOutcome,
  isToolFailure,
  ToolFailure,
  type ToolFailureCode,
  type ToolFailureInit,
} from './contract/tool-failure.js';
export type { Redaction, ToolExecution, ToolOutcome } from './contract/tool-outcome.js';
export type { ToolAnnotations, ToolSpec } from './contract/tool-spec.js';
export type { ToolStreamChunk } from './contract/tool-stream-chunk.js';
export { bareScope, type ShareInCeiling, type WorkerRoot, type WorkerScope } from './contract/worker.js';
export { allow, deny, injectContext, modify, requireApproval, strictest, strictness } from './decision/decisions.js';
export { tighten } from './decision/tighten.js';
export type { ApprovalRequest } from './dispatch/approval-request.js';
export { type Clock, systemClock } from './dispatch/clock.js';
export type { DispatchContext, SchemaValidator } from './dispatch/context.js';
export { dispatch } from './dispatch/dispatch.js';
export { dispatchStream, type StreamOutcome } from './dispatch/dispatch-stream.js';
export { asFailure } from './dispatch/finish.js';
export { type GateResult, gate, type JudgedCall } from './dispatch/gate.js';
export type { DispatchOutcome, FailedOutcome, NotRunOutcome, OutcomeBase } from './dispatch/outcome.js';
export { type NameQuestion, strictAnswer, strictSpecs } from './dispatch/strict-answer.js';
export type { TraceEntry } from './dispatch/trace.js';
export { defineExecutor, type ExecutorParts } from './executor/define-executor.js';
export { derivedSpecs } from './executor/derived-specs.js';
export { specsByName } from './executor/specs-by-name.js';
export { toolCall, withArgs, withTransport } from './executor/tool-call.js';
export { unknownTool } from './executor/unknown-tool.js';
export { type ExplainedMember, type Explanation, explain } from './explain/explain.js';
export { canonicalJson } from './json/canonical-json.js';
export { isJson } from './json/is-json.js';
export { JsonError } from './json/json-error.js';
export type { JsonObject, JsonValue } from './json/json-value.js';
export { snapshotJson } from './json/snapshot-json.js';
export { type Layer, layer, type Wrap } from './layer/layer.js';
export { stack } from './layer/stack.js';
export {
  joinTouch,
  type TouchableMember,
  type TouchedMembers,
  type Touches,
  type TouchKind,
  touchKinds,
} from './layer/touches.js';
