import { capabilities, type ToolCall, type ToolExecution, ToolFailure, type ToolSpec } from '@pawl/core';
import { parsePath } from '../fence/parse-path.js';
import { maxGlobLength } from '../glob/compile-glob.js';
import { makeSearch } from '../search/make-search.js';
import { RegexTooSlow } from '../search/regex-search.js';
import { searchFiles } from '../search/search-files.js';
import { asToolFailure } from './as-tool-failure.js';
import { checkArguments } from './check-arguments.js';
import { globArgument } from './glob.js';
import { pathSchema } from './path-schema.js';
import { stillWanted } from './still-wanted.js';
import type { ToolSetting, WorkspaceTool } from './tool.js';

interface GrepArguments {
  readonly pattern: string;
  readonly path?: string;
  readonly glob?: string;
  readonly literal?: boolean;
  readonly ignore_case?: boolean;
  readonly hidden?: boolean;
}

const spec: ToolSpec = {
  name: 'grep',
  title: 'Find text in files',
  description:
    'Finds the lines of text files of the workspace that match a JavaScript regular expression, or plain text. `.git`, `node_modules` and binary files are left out; `cut` says where the list is not complete.',
  inputSchema: {
    type: 'object',
    properties: {
      pattern: { type: 'string', minLength: 1, maxLength: 1_000, description: 'Matched against each line by itself.' },
      path: pathSchema('The file or directory to search; default: the root'),
      glob: { type: 'string', minLength: 1, maxLength: maxGlobLength, description: 'Only files whose path matches.' },
      literal: { type: 'boolean', description: 'Whether `pattern` is plain text. Default: false.' },
      ignore_case: { type: 'boolean', description: 'Default: false.' },
      hidden: { type: 'boolean', description: 'Whether files whose names start with a dot count. Default: false.' },
    },
    required: ['pattern'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  cacheableApproval: true,
};

const failure = (call: ToolCall, path: string, error: unknown): ToolFailure => {
  if (error instanceof SyntaxError) {
    const message = `grep was not run: ${error.message}: correct \`pattern\`, or set \`literal\``;
    return new ToolFailure(message, { code: 'invalid-arguments', outcome: 'not-started' });
  }
  if (error instanceof RegexTooSlow) {
    const message = 'grep took too long: simplify `pattern`, or set `literal`';
    return new ToolFailure(message, { code: 'timeout', outcome: 'failed' });
  }
  return asToolFailure(call, path, error);
};

const run = async (call: ToolCall, { root, limits, clock }: ToolSetting): Promise<ToolExecution> => {
  const args = checkArguments<GrepArguments>(call, spec);
  const { pattern, path = '.', hidden = false, literal = false, ignore_case: ignoreCase = false } = args;
  const check = stillWanted(call);
  check();
  try {
    const glob = globArgument(call, args.glob ?? '**', { hidden });
    const bounds = { ms: limits.regexMs, clock, signal: call.signal };
    const search = makeSearch({ pattern, literal, ignoreCase }, bounds);
    try {
      return { output: await searchFiles({ root, start: parsePath(path), glob, search, limits, check }) };
    } finally {
      await search.close();
    }
  } catch (error) {
    if (error instanceof RegexTooSlow) check(); // A cancelled call says so.
    throw failure(call, path, error);
  }
};

/** The tool `grep`. */
export const grep: WorkspaceTool = {
  spec,
  capabilities: capabilities('local-read'),
  pathArguments: ['path'],
  globArguments: ['glob'],
  run,
};
