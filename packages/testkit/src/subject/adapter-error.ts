/** What is wrong with the way a subject was handed to the kit. */
export type AdapterProblem =
  | 'nothing'
  | 'not-a-subject'
  | 'bad-option'
  | 'create-failed'
  | 'same-instance'
  | 'never-settled'
  | 'contract-version';

/** The adapter, not the subject, is at fault: the message says how to mend it. Never a verdict. */
export class AdapterError extends Error {
  override readonly name = 'AdapterError';
  readonly code: AdapterProblem;

  constructor(code: AdapterProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
