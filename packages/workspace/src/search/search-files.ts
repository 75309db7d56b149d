import type { JsonObject } from '@pawl/core';
import type { Root } from '../fence/open-root.js';
import { pinPath } from '../fence/pin-path.js';
import { type LoadedFile, loadFile } from '../files/load-file.js';
import { textOf } from '../files/text-of.js';
import type { Glob } from '../glob/compile-glob.js';
import type { WorkspaceLimits } from '../workspace/limits.js';
import { clipLine } from './clip-line.js';
import type { LineSearch } from './line-search.js';
import { walkFiles } from './walk-files.js';

/** What to search, and with what. */
export interface FileSearch {
  readonly root: Root;
  /** The file or directory to start from. */
  readonly start: readonly string[];
  readonly glob: Glob;
  readonly search: LineSearch;
  readonly limits: WorkspaceLimits;
  readonly check: () => void;
}

async function* filesOf({ root, start, glob, check }: FileSearch): AsyncGenerator<readonly string[], void, void> {
  const { pin } = pinPath(root, start);
  pin.close();
  if (pin.stats.isFile()) {
    yield start;
    return;
  }
  const enter = (parts: readonly string[]): boolean => glob.leadsTo(parts.slice(start.length));
  for await (const { parts } of walkFiles({ root, start, enter, check })) {
    if (glob.matches(parts.slice(start.length))) yield parts;
  }
}

const load = async ({ root, start, limits }: FileSearch, parts: readonly string[]): Promise<LoadedFile | undefined> => {
  try {
    return await loadFile(root, parts.join('/'), limits.fileBytes);
  } catch (error) {
    // What went away, or may not be read, is passed over; the one file that was asked for is not.
    if (parts === start) throw error;
    return undefined;
  }
};

/** The lines that match, file by file, at most `limits.results` of them. */
export const searchFiles = async (request: FileSearch): Promise<JsonObject> => {
  const { search, limits, check } = request;
  const matches: JsonObject[] = [];
  let searched = 0;
  let cut: string | undefined;
  for await (const parts of filesOf(request)) {
    check();
    if (searched >= limits.visited) cut = `only the first ${limits.visited} files were searched: name a directory`;
    if (matches.length > limits.results) cut = `only the first ${limits.results} matches are shown: narrow the search`;
    if (cut !== undefined) break;
    const file = await load(request, parts);
    const decoded = file === undefined ? undefined : textOf(file);
    if (decoded === undefined) continue;
    searched += 1;
    const found = await search.find(decoded.text, limits.results + 1 - matches.length);
    const lines = found.length === 0 ? [] : decoded.text.split('\n');
    for (const { line, column } of found) {
      const text = clipLine(lines[line - 1] ?? '', column, limits.lineCharacters);
      matches.push({ path: parts.join('/'), line, text });
    }
  }
  if (matches.length > limits.results) cut = `only the first ${limits.results} matches are shown: narrow the search`;
  return { matches: matches.slice(0, limits.results), files: searched, ...(cut === undefined ? {} : { cut }) };
};
