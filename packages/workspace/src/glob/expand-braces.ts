import { GlobError } from './glob-error.js';

const maxAlternatives = 64;

interface Group {
  readonly before: string;
  readonly options: readonly string[];
  readonly after: string;
}

/** The first `{a,b}` of a pattern, with its own commas and those of nested groups told apart. */
const firstGroup = (pattern: string): Group | undefined => {
  const start = pattern.indexOf('{');
  if (start === -1) return undefined;
  const options: string[] = [];
  let depth = 0;
  let from = start + 1;
  for (let at = start; at < pattern.length; at += 1) {
    const letter = pattern[at];
    if (letter === '{') depth += 1;
    if (letter === '}') depth -= 1;
    if (depth === 0 || (depth === 1 && letter === ',')) {
      options.push(pattern.slice(from, at));
      from = at + 1;
    }
    if (depth === 0) return { before: pattern.slice(0, start), options, after: pattern.slice(at + 1) };
  }
  throw new GlobError('a `{` is never closed');
};

/** Every pattern that one with `{a,b}` stands for. @throws {GlobError} for more than 64 of them. */
export const expandBraces = (pattern: string): readonly string[] => {
  const done: string[] = [];
  const open = [pattern];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const group = firstGroup(next);
    if (group === undefined) done.push(next);
    else for (const option of group.options) open.push(`${group.before}${option}${group.after}`);
    if (done.length + open.length > maxAlternatives) {
      throw new GlobError(`its braces stand for more than ${maxAlternatives} patterns`);
    }
  }
  return done;
};
