/** What can go wrong with a journal. */
export type JournalErrorCode =
  /** An option makes no sense. */
  | 'invalid-option'
  /** Another writer has this session's journal. */
  | 'locked'
  /** Somebody else wrote to it while it was open here. */
  | 'foreign-write'
  /** What is stored does not verify. */
  | 'corrupt'
  /** The signer's key is not the one that the chain is at. */
  | 'wrong-key'
  /** The data of an event is not what its type says, or not I-JSON. */
  | 'invalid-event'
  /** It was closed, or an earlier write failed. */
  | 'closed'
  /** A write failed; whether the event is stored is unknown until the journal is opened again. */
  | 'write-failed';

/** A journal could not be opened, read or written; the message says what to do. */
export class JournalError extends Error {
  override readonly name: string = 'JournalError';
  /** What kind of trouble it is. */
  readonly code: JournalErrorCode;

  constructor(code: JournalErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}
