import { findCandidates } from './find-candidates.js';
import type { Scanner } from './scanner.js';
import { TextRedactor } from './text-redactor.js';
import { viewOf } from './view.js';

/** A text without its secrets: the same string where it holds none. `onFound` hears the rule of every replacement. */
export const replaceIn = (scanner: Scanner, text: string, onFound: (rule: string) => void): string => {
  const view = viewOf(text);
  if (findCandidates(scanner.table, view.text, { from: 0, to: view.text.length }).length === 0) return text;
  const redactor = new TextRedactor(scanner, onFound);
  return redactor.push(text) + redactor.end();
};
