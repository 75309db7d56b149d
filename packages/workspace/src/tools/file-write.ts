import { capabilities, type ToolCall, type ToolExecution, ToolFailure, type ToolSpec } from '@pawl/core';
import { makeDirectory } from '../fence/make-directory.js';
import { parsePath } from '../fence/parse-path.js';
import { walk } from '../fence/walk.js';
import { type CurrentFile, currentFile } from '../files/current-file.js';
import { type DecodedText, decodeText, type TextEncoding, textEncodings } from '../files/decode.js';
import { encodeText } from '../files/encode-text.js';
import { lockName } from '../files/lock-name.js';
import { writeAtomically } from '../files/write-atomically.js';
import { asToolFailure } from './as-tool-failure.js';
import { checkArguments } from './check-arguments.js';
import { pathSchema } from './path-schema.js';
import { stillWanted } from './still-wanted.js';
import type { ToolSetting, WorkspaceTool } from './tool.js';

interface FileWriteArguments {
  readonly path: string;
  readonly content: string;
  readonly encoding?: TextEncoding | 'base64';
}

const spec: ToolSpec = {
  name: 'file_write',
  title: 'Write a file',
  description:
    'Creates a file of the workspace, or replaces the whole of one, and makes the directories on the way. A text file that is replaced keeps its encoding and line ends unless `encoding` is given.',
  inputSchema: {
    type: 'object',
    properties: {
      path: pathSchema('The file'),
      content: { type: 'string', description: 'The whole new content.' },
      encoding: {
        type: 'string',
        enum: [...textEncodings, 'base64'],
        description: 'base64: `content` is base64 of the bytes. Default: what the file has now, else utf-8.',
      },
    },
    required: ['path', 'content'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  cacheableApproval: true,
};

const invalid = (problem: string): ToolFailure =>
  new ToolFailure(`file_write was not run: ${problem}`, { code: 'invalid-arguments', outcome: 'not-started' });

// Buffer skips what it does not know; a slip would become other bytes.
const isBase64 = (content: string): boolean =>
  Buffer.from(content, 'base64').toString('base64').replace(/=+$/, '') === content.replace(/=+$/, '');

const bytesOf = ({ content, encoding }: FileWriteArguments, current: CurrentFile | undefined): Buffer => {
  // `run` has checked it.
  if (encoding === 'base64') return Buffer.from(content, 'base64');
  const before = current === undefined || current.more ? undefined : decodeText(current.bytes);
  const kept: Omit<DecodedText, 'text'> =
    encoding === undefined && before !== undefined && before.text !== ''
      ? before
      : { encoding: encoding ?? 'utf-8', lineEnding: 'lf' };
  const bytes = encodeText({ text: content, encoding: kept.encoding, lineEnding: kept.lineEnding });
  if (bytes !== undefined) return bytes;
  throw invalid(`the file is ${kept.encoding}, which cannot hold this content: give \`encoding\` utf-8 to change it`);
};

const write = async (call: ToolCall, args: FileWriteArguments, setting: ToolSetting): Promise<ToolExecution> => {
  const { root, limits, ledger } = setting;
  const check = stillWanted(call);
  check();
  const place = walk(root, parsePath(args.path), (parent, name) => makeDirectory(root, parent, name));
  try {
    const current = await currentFile(root, place, limits.fileBytes);
    const bytes = bytesOf(args, current);
    if (bytes.length > limits.writeBytes) throw invalid(`${bytes.length} bytes are more than ${limits.writeBytes}`);
    const mode = current === undefined ? {} : { mode: current.mode };
    await writeAtomically({ parent: place.parent, name: place.name, bytes, ...mode, beforeChange: check });
    ledger.note(call.session, place.parts.join('/'), bytes);
    return { output: { path: args.path, created: current === undefined, bytes: bytes.length } };
  } finally {
    place.close();
  }
};

const run = async (call: ToolCall, setting: ToolSetting): Promise<ToolExecution> => {
  const args = checkArguments<FileWriteArguments>(call, spec);
  if (args.encoding === 'base64' && !isBase64(args.content)) throw invalid('`content` is not base64');
  try {
    return await setting.lock(lockName(setting.root, args.path), () => write(call, args, setting));
  } catch (error) {
    throw asToolFailure(call, args.path, error);
  }
};

/** The tool `file_write`. */
export const fileWrite: WorkspaceTool = {
  spec,
  capabilities: capabilities('local-read', 'local-write'),
  pathArguments: ['path'],
  run,
};
