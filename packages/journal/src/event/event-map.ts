import type { FailureOutcome, JsonObject, JsonValue } from '@pawl/core';
import type { SignedApprovalRequest } from '../approval/signed-request.js';
import type { SignedApprovalResponse } from '../approval/signed-response.js';
import type { Digest } from './digest.js';

/** What every event about one call says. */
export interface CallEventData {
  /** The provider's id of the call. */
  readonly callId: string;
  /** The tool's name. */
  readonly tool: string;
}

/** How often one redaction rule matched. It holds neither the secret nor where it stood. */
export interface RedactionCount {
  /** The rule that matched, for example `aws-access-token`. */
  readonly rule: string;
  /** How many replacements it made. */
  readonly count: number;
}

/** What is recorded, by the type of event. */
export interface JournalEventMap {
  /** The model proposed a call. */
  readonly call: CallEventData & {
    /** 1 for the first try. */
    readonly attempt: number;
    /** On whose behalf. */
    readonly caller?: string;
    /** Digest of the arguments as proposed. */
    readonly argsDigest: Digest;
    /** The arguments themselves, where the operator wants them kept. */
    readonly args?: JsonValue;
  };
  /** The gate decided on a call. */
  readonly decision: CallEventData & {
    /** What it decided; `invalid` for an unknown tool or arguments that are not I-JSON. */
    readonly verdict: 'allow' | 'ask' | 'deny' | 'invalid';
    /** Why. */
    readonly reason?: string;
    /** Which layer and member said what. */
    readonly trace?: readonly JsonObject[];
  };
  /** A person is asked: the signed request, whole. */
  readonly 'approval-request': SignedApprovalRequest;
  /** A person answered: the signed response, whole. */
  readonly 'approval-response': SignedApprovalResponse;
  /** An approval was used for a call. */
  readonly 'approval-consumed': {
    /** Id of the approval request. */
    readonly requestId: string;
    /** The call that ran on it. */
    readonly callId: string;
    /** Whether it was spent by this. */
    readonly single: boolean;
  };
  /** An approval no longer counts. */
  readonly 'approval-revoked': {
    /** Id of the approval request. */
    readonly requestId: string;
    /** Why. */
    readonly reason?: string;
  };
  /** A layer replaced the arguments. */
  readonly modify: CallEventData & {
    /** Digest of the arguments before. */
    readonly before: Digest;
    /** Digest of the arguments that will run. */
    readonly after: Digest;
  };
  /** Internal notes were placed before the result. */
  readonly inject: CallEventData & {
    /** The notes. */
    readonly notes: readonly string[];
  };
  /** Something was taken out of a result; made by `redactionData`. */
  readonly redaction: CallEventData & {
    /** Rules and counts, and nothing else. */
    readonly rules: readonly RedactionCount[];
  };
  /** A worker was given a task and came back. */
  readonly delegation: CallEventData & {
    /** The operator's name of the agent. */
    readonly agent: string;
    /** Digest of the task. */
    readonly task: Digest;
    /** Where the worker's own journal is, if it has one. */
    readonly workerSession?: string;
    /** Tokens and steps used, as the runtime counts them. */
    readonly usage?: JsonObject;
    /** Paths that were copied into the worker's root. */
    readonly seeded?: readonly string[];
    /** What became of it. */
    readonly outcome: 'completed' | 'pending' | 'failed' | 'refused';
    /** Why it failed or was refused. */
    readonly reason?: string;
  };
  /** What became of a call. */
  readonly result: CallEventData & {
    /** As `dispatch` reports it. */
    readonly status: 'executed' | 'failed' | 'denied' | 'skipped';
    /** Digest of the output, or of the failure's output. */
    readonly digest: Digest;
    /** Whether somebody outside may have written the result, so that it taints. */
    readonly untrusted: boolean;
    /** Code of the failure. */
    readonly code?: string;
    /** What is known of the outside world after a failure. */
    readonly failureOutcome?: FailureOutcome;
  };
  /** A checkpoint of the chain so far was handed out to be kept elsewhere. */
  readonly checkpoint: {
    /** The event it covers up to and including. */
    readonly seq: number;
    /** That event's hash. */
    readonly hash: string;
    /** Where it is kept. */
    readonly keptAt?: string;
  };
  /** Events after this one are signed with another key. Written by `rotate` alone. */
  readonly 'key-rotation': {
    /** The key that signs this event. */
    readonly from: string;
    /** The key that signs those after it. */
    readonly to: string;
  };
  /** Anything else that the caller wants in the chain, such as a turn's beginning. */
  readonly custom: {
    /** The caller's own name for it. */
    readonly kind: string;
    /** Any JSON. Never put a secret here: a journal cannot forget. */
    readonly data?: JsonValue;
  };
}

/** The types of events. */
export type JournalEventType = keyof JournalEventMap;
