import { type LineSearch, plainSearch } from './line-search.js';
import { type RegexBounds, regexSearch } from './regex-search.js';

/** What is searched for. */
export interface SearchRequest {
  readonly pattern: string;
  readonly literal: boolean;
  readonly ignoreCase: boolean;
}

const compile = (pattern: string, flags: string): RegExp => {
  try {
    return new RegExp(pattern, `${flags}u`);
  } catch {
    // Without `u` an escape that means nothing, such as `\-`, is the character itself, as in other programs.
    return new RegExp(pattern, flags);
  }
};

/**
 * The search that a pattern needs: plain text wherever the pattern holds nothing special, because that is quick and safe.
 *
 * @throws {SyntaxError} for what is no regular expression.
 */
export const makeSearch = ({ pattern, literal, ignoreCase }: SearchRequest, bounds: RegexBounds): LineSearch =>
  literal || !/[\\^$.*+?()[\]{}|]/.test(pattern)
    ? plainSearch(pattern, { ignoreCase })
    : regexSearch(compile(pattern, ignoreCase ? 'i' : ''), bounds);
