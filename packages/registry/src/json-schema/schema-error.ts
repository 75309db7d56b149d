/** What is wrong with a schema: it is not what JSON Schema allows, or it needs something that is not offered. */
export type SchemaErrorCode = 'malformed-schema' | 'unsupported-schema';

/** A schema that cannot be used; the message names the tool, the place in the schema and what to write instead. */
export class SchemaError extends TypeError {
  override readonly name = 'SchemaError';
  readonly code: SchemaErrorCode;
  /** JSON Pointer (RFC 6901) to the part of the schema that is wrong; empty for the whole of it. */
  readonly pointer: string;

  constructor(
    message: string,
    detail: { readonly code: SchemaErrorCode; readonly pointer: string; readonly cause?: unknown },
  ) {
    super(message, 'cause' in detail ? { cause: detail.cause } : undefined);
    this.code = detail.code;
    this.pointer = detail.pointer;
  }
}
