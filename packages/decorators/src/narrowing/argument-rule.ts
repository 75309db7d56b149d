import type { JsonValue } from '@pawl/core';

/** Which argument of which tools a rule is about. */
export interface ArgumentTarget {
  /** A tool's name, or a pattern with `*`. */
  readonly tool: string;
  /** JSON Pointer (RFC 6901) into the arguments, for example `/path`; the empty string means all of them. */
  readonly at: string;
}

/** Fills the value in where the call leaves it out, and refuses any other. */
export interface PinRule extends ArgumentTarget {
  /** The value, compared as canonical JSON. */
  readonly pin: JsonValue;
}

/** What a restricting rule does with a call that leaves the argument out. */
export interface Restriction extends ArgumentTarget {
  /** Default: `'deny'`, because the tool's own default need not keep the rule. */
  readonly whenAbsent?: 'deny' | 'allow';
}

/** The value is one of these. */
export interface OneOfRule extends Restriction {
  /** At least one; compared as canonical JSON. */
  readonly oneOf: readonly JsonValue[];
}

/** The value is a text that begins so. For paths use `within`: `/project` also begins `/project-evil`. */
export interface PrefixRule extends Restriction {
  /** Compared exactly, case included. */
  readonly prefix: string;
}

/** The value is a path in this directory or it itself, after `.` and `..` are resolved; links are not followed. */
export interface WithinRule extends Restriction {
  /** A POSIX path; an absolute one admits absolute paths alone, a relative one relative paths alone. */
  readonly within: string;
}

/** The value is a text that matches this pattern with `*`. */
export interface PatternRule extends Restriction {
  /** `*` stands for any characters, everything else for itself. */
  readonly pattern: string;
}

/** The value is a number, no smaller than this. */
export interface MinRule extends Restriction {
  /** A finite number. */
  readonly min: number;
}

/** The value is a number, no greater than this. */
export interface MaxRule extends Restriction {
  /** A finite number. */
  readonly max: number;
}

/** One rule for one argument. Several rules for one argument must all hold. */
export type ArgumentRule = PinRule | OneOfRule | PrefixRule | WithinRule | PatternRule | MinRule | MaxRule;
