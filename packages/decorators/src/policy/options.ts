import type { JsonValue, ToolVerdict } from '@pawl/core';
import type { WhenUnmatched } from '../options/when-unmatched.js';

/** One question about one argument: `at`, and exactly one of the others beside `not`. */
export interface ArgumentTest {
  /** JSON Pointer (RFC 6901) into the arguments, for example `/to`; the empty string means all of them. */
  readonly at: string;
  /** The value is this one, compared as canonical JSON. */
  readonly equals?: JsonValue;
  /** The value is one of these, compared as canonical JSON. */
  readonly oneOf?: readonly JsonValue[];
  /** The value is a text that begins so. */
  readonly prefix?: string;
  /** The value is a path in this directory or it itself, after `.` and `..` are resolved. */
  readonly within?: string;
  /** The value is a text that matches this pattern with `*`. */
  readonly pattern?: string;
  /** The value is a number, no smaller than this. */
  readonly min?: number;
  /** The value is a number, no greater than this. */
  readonly max?: number;
  /** Whether the argument is there: the one question that can be asked of an argument that is left out. */
  readonly present?: boolean;
  /** Turns the answer round. Default: `false`. */
  readonly not?: boolean;
}

/** What a rule is about; all of it must hold. A member that is left out is about everything. */
export interface PolicyCondition {
  /** A tool's name, or a pattern with `*`. */
  readonly tool?: string;
  /** Whether the tool's own hints say that it only reads. A tool that does not say so does not. */
  readonly readOnly?: boolean;
  /** On whose behalf the call is made: a name, or a pattern with `*`. */
  readonly caller?: string;
  /** The conversation: a name, or a pattern with `*`. */
  readonly session?: string;
  /** Questions about the arguments. */
  readonly args?: readonly ArgumentTest[];
}

/** One rule. The first one whose `when` holds decides. */
export interface PolicyRule {
  /** For reasons and messages. Default: its place in the list, from 1. */
  readonly id?: string;
  readonly when: PolicyCondition;
  /** `allow`: no objection, so that what is inside decides. */
  readonly verdict: ToolVerdict;
  /** Why, in a sentence that a person (`ask`) or the model (`deny`) can act on. Default: none. */
  readonly reason?: string;
}

/** What a policy is made of. */
export interface PolicyOptions {
  /** In order: the first rule that holds decides, and the first one that cannot be judged refuses. */
  readonly rules: readonly PolicyRule[];
  /** What becomes of a call that no rule is about. Default: `'ask'`. */
  readonly otherwise?: ToolVerdict;
  /** What to do about a `tool` that matches nothing when the layer is applied. Default: `'error'`. */
  readonly whenUnmatched?: WhenUnmatched;
}
