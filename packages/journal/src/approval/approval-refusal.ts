/** Why an approval does not count. */
export type ApprovalRefusalCode =
  /** Not a request or a response at all. */
  | 'malformed'
  /** Signed with a key that is not in the ring. */
  | 'unknown-key'
  /** Signed with a key that may not sign such things, for example the agent's own key under a person's answer. */
  | 'key-not-allowed'
  /** The signature of the request is not of this request: it was forged, or altered after it was signed. */
  | 'forged-request'
  /** The signature of the response is not of this response: it was forged, or altered after it was signed. */
  | 'forged-response'
  /** The response answers another request. */
  | 'other-request'
  /** What it says it is bound to is not what it holds. */
  | 'altered'
  /** No such request was issued here. */
  | 'unknown-request'
  /** The request was answered before, and differently. */
  | 'already-answered'
  /** It no longer counts, or was answered too late. */
  | 'expired'
  /** It was taken back. */
  | 'revoked'
  /** It was for one use, and was used. */
  | 'replayed'
  /** Of another conversation. */
  | 'other-session'
  /** Of another caller. */
  | 'other-caller'
  /** Of another worker, or of a worker and not its parent. */
  | 'other-worker'
  /** For another call. */
  | 'other-call'
  /** For another tool. */
  | 'other-tool'
  /** The tool's definition is another one now. */
  | 'definition-changed'
  /** The arguments that would run are others. */
  | 'arguments-changed'
  /** The call requires or lacks more than the person was shown. */
  | 'capabilities-grown'
  /** The person said no. */
  | 'refused'
  /** There is no answer that covers the call. */
  | 'not-approved';

/** Why an approval does not count, as code and sentence. */
export interface ApprovalRefusal {
  /** It does not. */
  readonly ok: false;
  /** Why. */
  readonly code: ApprovalRefusalCode;
  /** The same as a sentence. */
  readonly message: string;
}

/** A refusal. */
export const refusal = (code: ApprovalRefusalCode, message: string): ApprovalRefusal => ({ ok: false, code, message });

/** A request was not taken. */
export class ApprovalError extends Error {
  override readonly name: string = 'ApprovalError';
  /** Why. */
  readonly code: ApprovalRefusalCode;

  constructor({ code, message }: Omit<ApprovalRefusal, 'ok'>) {
    super(message);
    this.code = code;
  }
}
