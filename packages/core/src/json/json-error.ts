/**
 * A value is not what JSON, or I-JSON (RFC 7493), allows.
 *
 * `pointer` is a JSON Pointer (RFC 6901) to the offending part; the message names it and says what is wrong.
 */
export class JsonError extends TypeError {
  override readonly name = 'JsonError';
  readonly code = 'not-i-json';
  readonly pointer: string;

  constructor(pointer: string, problem: string) {
    super(`${pointer === '' ? 'the value' : `the value at ${pointer}`} ${problem}`);
    this.pointer = pointer;
  }
}
