import type { JsonValue } from '@pawl/core';

/**
 * Where the value of an argument must come from, for a call to run without a person once the session is tainted.
 *
 * - `'user'`: the user wrote it, exactly and whole.
 * - `'trusted'`: that, or it stands in the result of a tool whose results nobody outside writes.
 * - `'found'`: that, or it belongs to the one record that a lookup by the user's own words found.
 * - `'words'`: a text made of words that the user or trusted results used.
 * - `'day'`: a date or date-time on a day that the user named.
 * - `'content'`: any text that leads nowhere: no address, URL, host name, handle or long number but those that the user or
 *   trusted results named. Somebody outside may have written it, so use it where the destination is bound.
 * - `{ oneOf }`: one of these values, compared as canonical JSON. `{ pattern }`: a text that matches, `*` for any characters.
 * - `{ atMost }`: a number from 0 to this.
 *
 * A call whose values come from `'day'`, `'content'` and `{ atMost }` alone asks: nothing in it binds it to what the user
 * asked for. Destinations given as `{ oneOf }` or `{ pattern }` do bind it: they are the operator's own word.
 */
export type Provenance =
  | 'user'
  | 'trusted'
  | 'found'
  | 'words'
  | 'day'
  | 'content'
  | { readonly oneOf: readonly JsonValue[] }
  | { readonly pattern: string }
  | { readonly atMost: number };

/** How the arguments of some tools are judged. The first rule whose pattern matches a tool is its rule. */
export interface TaintRule {
  /** A tool's name, or a pattern with `*`. */
  readonly tool: string;
  /**
   * By JSON Pointer (RFC 6901) into the arguments; a token `*` stands for every item of an array. The longest pointer at or
   * above a value counts. A value that no pointer covers must be the user's own.
   */
  readonly args?: Readonly<Record<string, Provenance>>;
}

/** A tool that finds a record by what the user called it. */
export interface TaintLookup {
  /** A tool's name, or a pattern with `*`. */
  readonly tool: string;
  /** JSON Pointer to the argument that must be the user's own words, exactly. */
  readonly by: string;
  /** JSON Pointer into the output, to the record or the array of records. Default: the output itself. */
  readonly records?: string;
  /** JSON Pointers into a record, to values that count as found if there is exactly one record; `*` for every item. */
  readonly gives: readonly string[];
}

/** What a tainted session may do without a person. The empty policy lets a guarded call run only with the user's own values. */
export interface TaintPolicy {
  /** Default: none. */
  readonly rules?: readonly TaintRule[];
  /** Default: none. */
  readonly lookups?: readonly TaintLookup[];
  /** Tools to guard beside those that require `mutate-external` or `arbitrary-egress`; patterns with `*`. Default: none. */
  readonly guards?: readonly string[];
}
