import { capabilities, type ToolCall, type ToolExecution, ToolFailure, type ToolSpec } from '@pawl/core';
import { parsePath } from '../fence/parse-path.js';
import { compileGlob, type Glob, type GlobOptions, maxGlobLength } from '../glob/compile-glob.js';
import { GlobError } from '../glob/glob-error.js';
import { walkFiles } from '../search/walk-files.js';
import { asToolFailure } from './as-tool-failure.js';
import { checkArguments } from './check-arguments.js';
import { pathSchema } from './path-schema.js';
import { stillWanted } from './still-wanted.js';
import type { ToolSetting, WorkspaceTool } from './tool.js';

interface GlobArguments {
  readonly pattern: string;
  readonly path?: string;
  readonly hidden?: boolean;
}

const spec: ToolSpec = {
  name: 'glob',
  title: 'Find files by name',
  description:
    'Lists the files of the workspace whose paths match a glob, sorted by directory and name. `.git` and `node_modules` are left out; `cut` says where the list is not complete.',
  inputSchema: {
    type: 'object',
    properties: {
      pattern: {
        type: 'string',
        minLength: 1,
        maxLength: maxGlobLength,
        description: 'For example `src/**/*.{ts,tsx}`: `*`, `?`, `[a-z]`, `{a,b}`, `**` for any number of directories.',
      },
      path: pathSchema('The directory that the pattern starts from; default: the root'),
      hidden: { type: 'boolean', description: 'Whether `*` means names that start with a dot. Default: false.' },
    },
    required: ['pattern'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  cacheableApproval: true,
};

/** The compiled glob of an argument. @throws {ToolFailure} `invalid-arguments` */
export const globArgument = (call: ToolCall, pattern: string, options: GlobOptions): Glob => {
  try {
    return compileGlob(pattern, options);
  } catch (error) {
    if (!(error instanceof GlobError)) throw asToolFailure(call, pattern, error);
    throw new ToolFailure(
      `${call.tool} was not run: the glob ${JSON.stringify(pattern)} cannot be used: ${error.message}`,
      {
        code: 'invalid-arguments',
        outcome: 'not-started',
      },
    );
  }
};

const run = async (call: ToolCall, { root, limits }: ToolSetting): Promise<ToolExecution> => {
  const { pattern, path = '.', hidden = false } = checkArguments<GlobArguments>(call, spec);
  const check = stillWanted(call);
  const paths: string[] = [];
  let visited = 0;
  let cut: string | undefined;
  try {
    const glob = globArgument(call, pattern, { hidden });
    const start = parsePath(path);
    const enter = (parts: readonly string[]): boolean => glob.leadsTo(parts.slice(start.length));
    for await (const { parts } of walkFiles({ root, start, enter, check })) {
      visited += 1;
      if (visited > limits.visited) cut = `only the first ${limits.visited} files were looked at: name a directory`;
      else if (!glob.matches(parts.slice(start.length))) continue;
      else if (paths.length < limits.results) paths.push(parts.join('/'));
      else cut = `only the first ${limits.results} paths are shown: narrow the pattern`;
      if (cut !== undefined) break;
    }
  } catch (error) {
    throw asToolFailure(call, path, error);
  }
  return { output: { paths, ...(cut === undefined ? {} : { cut }) } };
};

/** The tool `glob`. */
export const globTool: WorkspaceTool = {
  spec,
  capabilities: capabilities('local-read'),
  pathArguments: ['path'],
  globArguments: ['pattern'],
  run,
};
