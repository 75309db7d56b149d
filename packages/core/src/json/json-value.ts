/** Any JSON value, as RFC 8259 has it; read-only, because a value that travels through layers belongs to nobody. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [member: string]: JsonValue;
}
