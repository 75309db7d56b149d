import { capabilities, type JsonObject, type ToolCall, type ToolExecution, type ToolSpec } from '@pawl/core';
import { type LoadedFile, loadFile } from '../files/load-file.js';
import { mediaType } from '../files/media-type.js';
import { textOf } from '../files/text-of.js';
import { windowOf } from '../files/window.js';
import { asToolFailure } from './as-tool-failure.js';
import { checkArguments } from './check-arguments.js';
import { pathSchema } from './path-schema.js';
import { stillWanted } from './still-wanted.js';
import type { ToolSetting, WorkspaceTool } from './tool.js';

interface FileReadArguments {
  readonly path: string;
  readonly offset?: number;
  readonly limit?: number;
  readonly as?: 'text' | 'base64';
}

const spec: ToolSpec = {
  name: 'file_read',
  title: 'Read a file',
  description:
    'Reads a file of the workspace. Text comes with `\\n` line ends; `cut` says what of a long file is not shown. Of a binary file it says size and type; ask for it `as` base64 to get its bytes.',
  inputSchema: {
    type: 'object',
    properties: {
      path: pathSchema('The file'),
      offset: { type: 'integer', minimum: 1, description: 'The first line wanted, from 1. Default: 1.' },
      limit: { type: 'integer', minimum: 1, description: 'How many lines are wanted. Default: all.' },
      as: { type: 'string', enum: ['text', 'base64'], description: 'Default: text.' },
    },
    required: ['path'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  cacheableApproval: true,
};

const asBase64 = (path: string, file: LoadedFile, characters: number): JsonObject => {
  const shown = file.bytes.subarray(0, Math.floor(characters / 4) * 3);
  return {
    path,
    binary: true,
    size: file.size,
    media_type: mediaType(file.bytes),
    base64: shown.toString('base64'),
    ...(shown.length < file.size ? { cut: `the first ${shown.length} of ${file.size} bytes are shown` } : {}),
  };
};

const unreadable = (path: string, file: LoadedFile): JsonObject => ({
  path,
  binary: true,
  size: file.size,
  media_type: mediaType(file.bytes),
  cut: 'this file is not text: its bytes are shown when it is read `as` base64',
});

const shownOf = (args: FileReadArguments, file: LoadedFile, characters: number): JsonObject => {
  if (args.as === 'base64') return asBase64(args.path, file, characters);
  const decoded = textOf(file);
  if (decoded === undefined) return unreadable(args.path, file);
  const shown = windowOf(decoded.text, { offset: args.offset ?? 1, limit: args.limit, characters });
  const beyond = file.more ? `only the first ${file.bytes.length} of ${file.size} bytes were looked at` : undefined;
  const cut = [shown.cut, beyond].filter((part) => part !== undefined).join('; ');
  return {
    path: args.path,
    text: shown.text,
    encoding: decoded.encoding,
    line_ending: decoded.lineEnding,
    first_line: shown.firstLine,
    last_line: shown.lastLine,
    total_lines: shown.totalLines,
    ...(cut === '' ? {} : { cut }),
  };
};

const run = async (call: ToolCall, { root, limits, ledger }: ToolSetting): Promise<ToolExecution> => {
  const args = checkArguments<FileReadArguments>(call, spec);
  const check = stillWanted(call);
  check();
  try {
    const file = await loadFile(root, args.path, limits.fileBytes);
    check();
    ledger.note(call.session, file.path, file.bytes);
    return { output: shownOf(args, file, limits.readCharacters) };
  } catch (error) {
    throw asToolFailure(call, args.path, error);
  }
};

/** The tool `file_read`. */
export const fileRead: WorkspaceTool = { spec, capabilities: capabilities('local-read'), pathArguments: ['path'], run };
