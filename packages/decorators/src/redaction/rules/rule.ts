/** One kind of text that is replaced. Data: it is found by a hint, judged by a pattern, and may be confirmed by a check. */
export interface RedactionRule {
  /** Names the rule in replacements and in `redactions`, for example `github-token`. */
  readonly id: string;
  /** Secrets are always looked for; personal data may be left alone. */
  readonly group: 'secret' | 'personal';
  /**
   * Texts, case ignored, at one of which every match begins, or within `before` code units of which it does. `'number'`
   * stands for the first digit of a number of nine or more digits, or of one after two capitals.
   */
  readonly hints: readonly string[] | 'number';
  /**
   * What a match looks like, looked for in the `reach` code units from the hint. A part named `keep` stays as it is. It must
   * be linear: no repeated part inside a repeated part.
   */
  readonly pattern: RegExp;
  /** What stands at the hint itself, where a match may begin before it: tried first, as it costs less than the pattern. */
  readonly ahead?: RegExp;
  /** Whether only `with` of the options switches the rule on. Default: it is on. */
  readonly optional?: boolean;
  /** Code units by which a match may begin before its hint; at most 80. Default: 0. */
  readonly before?: number;
  /** Code units from the hint in which a match of the pattern lies, at most 400: what a stream waits for. Default: 400. */
  readonly reach?: number;
  /** A class of one code unit; a match goes on, without limit, as long as they do. Default: it ends with the pattern. */
  readonly tail?: RegExp;
  /** Where a match that goes on ends before its tail does, for example the last line of a key. */
  readonly close?: RegExp;
  /** Whether a match, without what is kept, is what it looks like. Default: it is. */
  readonly accept?: (found: string) => boolean;
}
