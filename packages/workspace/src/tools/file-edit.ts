import { capabilities, type ToolCall, type ToolExecution, ToolFailure, type ToolSpec } from '@pawl/core';
import { FenceError } from '../fence/fence-error.js';
import { parsePath } from '../fence/parse-path.js';
import { walk } from '../fence/walk.js';
import { confirmUnchanged } from '../files/confirm-unchanged.js';
import { currentFile } from '../files/current-file.js';
import { type DecodedText, decodeText } from '../files/decode.js';
import { encodeText } from '../files/encode-text.js';
import { lockName } from '../files/lock-name.js';
import { replaceText } from '../files/replace-text.js';
import { writeAtomically } from '../files/write-atomically.js';
import { asToolFailure } from './as-tool-failure.js';
import { checkArguments } from './check-arguments.js';
import { pathSchema } from './path-schema.js';
import { stillWanted } from './still-wanted.js';
import type { ToolSetting, WorkspaceTool } from './tool.js';

interface FileEditArguments {
  readonly path: string;
  readonly old_string: string;
  readonly new_string: string;
  readonly replace_all?: boolean;
}

const spec: ToolSpec = {
  name: 'file_edit',
  title: 'Edit a file',
  description:
    'Replaces text in a file of the workspace that was read before. `old_string` must be there exactly once, unless `replace_all` is set. Encoding and line ends are kept.',
  inputSchema: {
    type: 'object',
    properties: {
      path: pathSchema('The file'),
      old_string: { type: 'string', minLength: 1, description: 'The text to replace, as file_read shows it.' },
      new_string: { type: 'string', description: 'What takes its place.' },
      replace_all: { type: 'boolean', description: 'Whether to replace it everywhere. Default: false.' },
    },
    required: ['path', 'old_string', 'new_string'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  cacheableApproval: true,
};

const refuse = (path: string, problem: string, code = 'refused'): ToolFailure =>
  new ToolFailure(`file_edit of ${JSON.stringify(path)} changed nothing: ${problem}`, { code, outcome: 'not-started' });

const edited = (args: FileEditArguments, before: DecodedText): { readonly bytes: Buffer; readonly count: number } => {
  const { path } = args;
  // The model saw `\n`, but may quote a line end that it knows to be `\r\n`.
  const plain = (text: string): string => (before.lineEnding === 'crlf' ? text.replaceAll('\r\n', '\n') : text);
  const { text, count } = replaceText(before.text, plain(args.old_string), plain(args.new_string));
  if (count === 0) throw refuse(path, '`old_string` is not in the file: read it again', 'no-match');
  if (count > 1 && args.replace_all !== true) {
    const hint = 'add lines around it to name one of them, or set `replace_all`';
    throw refuse(path, `\`old_string\` is there ${count} times: ${hint}`, 'no-match');
  }
  const bytes = encodeText({ ...before, text });
  if (bytes === undefined) throw refuse(path, `the file is ${before.encoding}, which cannot hold \`new_string\``);
  return { bytes, count };
};

const edit = async (call: ToolCall, args: FileEditArguments, setting: ToolSetting): Promise<ToolExecution> => {
  const { root, limits, ledger } = setting;
  const { path } = args;
  const check = stillWanted(call);
  check();
  const place = walk(root, parsePath(path));
  try {
    const current = await currentFile(root, place, limits.fileBytes);
    if (current === undefined) throw new FenceError('missing');
    if (current.more) throw refuse(path, `the file is larger than ${limits.fileBytes} bytes`);
    const real = place.parts.join('/');
    const known = ledger.check(call.session, real, current.bytes);
    if (known === 'unread') throw refuse(path, 'read it first');
    if (known === 'changed') throw refuse(path, 'it has changed since it was read: read it again');
    const before = decodeText(current.bytes);
    if (before === undefined) throw refuse(path, 'it is not text: write the whole of it as base64');
    const { bytes, count } = edited(args, before);
    if (bytes.length > limits.writeBytes) throw refuse(path, `it would have more than ${limits.writeBytes} bytes`);
    const { mode } = current;
    const beforeChange = (): void => {
      check();
      confirmUnchanged(root, place);
    };
    await writeAtomically({ parent: place.parent, name: place.name, bytes, mode, beforeChange });
    ledger.note(call.session, real, bytes);
    return { output: { path, replaced: count, bytes: bytes.length } };
  } finally {
    place.close();
  }
};

const run = async (call: ToolCall, setting: ToolSetting): Promise<ToolExecution> => {
  const args = checkArguments<FileEditArguments>(call, spec);
  try {
    return await setting.lock(lockName(setting.root, args.path), () => edit(call, args, setting));
  } catch (error) {
    throw asToolFailure(call, args.path, error);
  }
};

/** The tool `file_edit`. */
export const fileEdit: WorkspaceTool = {
  spec,
  capabilities: capabilities('local-read', 'local-write'),
  pathArguments: ['path'],
  run,
};
