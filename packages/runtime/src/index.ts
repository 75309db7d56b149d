/**
 * The caller of tools: turns, approvals, delegation, proposals of actions, detached streams.
 *
 * @packageDocumentation
 */
export type {
  ApprovalAnswer,
  ApprovalContext,
  ApprovalPort,
  ApprovalUse,
  NotApproved,
} from './approval/approval-port.js';
export { type DecisionsOptions, decisionsOf, type PersonDecision } from './approval/decisions-of.js';
export type { PendingApproval } from './approval/pending-approval.js';
export type { DelegateDescriptor } from './delegation/delegate-descriptor.js';
export type { DelegateOutcome, DelegateRecord } from './delegation/delegate-record.js';
export type { WorkerRef } from './delegation/worker-ref.js';
export type { WorkerState } from './delegation/worker-state.js';
export * from './detached/index.js';
export type { HandoffDescriptor, HandoffRequest } from './handoff/handoff-descriptor.js';
export { type JournalTranscript, journalTranscript, type KeptTurn } from './log/journal-transcript.js';
export type { StartedCall, TurnLog } from './log/turn-log.js';
export type {
  AssistantMessage,
  Message,
  ProposedCall,
  SystemMessage,
  ToolMessage,
  ToolStatus,
  UserMessage,
} from './message/message.js';
export { delegateToolName, handoffToolName } from './message/reserved-tools.js';
export { type ShortenOptions, shortenConversation } from './message/shorten-conversation.js';
export { taintOf } from './message/taint-of.js';
export type { ChatModel, ModelChunk, ModelRequest, ModelResponse, StopReason } from './model/chat-model.js';
export { type ScriptedAnswer, type ScriptedModel, type ScriptedStep, scriptedModel } from './model/scripted-model.js';
export type { Usage } from './model/usage.js';
export * from './proposal/index.js';
export { runTurn } from './turn/run-turn.js';
export { streamTurn, type TurnEnd } from './turn/stream-turn.js';
export { TurnError, type TurnErrorCode, type TurnProgress } from './turn/turn-error.js';
export type { TurnCallEvent, TurnChangeEvent, TurnEvent, TurnEventBody } from './turn/turn-event.js';
export type { TurnInput } from './turn/turn-input.js';
export type { MessageOrigin, TurnOptions } from './turn/turn-options.js';
export type { TurnResult, TurnStop, UnattendedDenial } from './turn/turn-result.js';
export type { TurnState } from './turn/turn-state.js';
