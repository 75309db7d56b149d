import { isToolFailure, type ToolCall, ToolFailure } from '@pawl/core';
import { FenceError, type FenceProblem } from '../fence/fence-error.js';
import { FileProblem } from '../files/file-problem.js';

const codes: Readonly<Record<FenceProblem, string>> = {
  outside: 'refused',
  reserved: 'refused',
  missing: 'not-found',
  'not-directory': 'not-found',
  exchanged: 'refused',
};

const reasons: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'permission denied'],
  ['EPERM', 'permission denied'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EROFS', 'the file system is read-only'],
  ['EISDIR', 'it is a directory'],
  ['ENOTDIR', 'a part of the path is not a directory'],
  ['ENAMETOOLONG', 'a name is too long'],
  ['EMFILE', 'too many files are open'],
  ['ENOENT', 'it went away meanwhile'],
]);

/** A failure that says which path of which tool it is about, and nothing of where the root lies. */
export const asToolFailure = (call: ToolCall, path: string, error: unknown): ToolFailure => {
  if (isToolFailure(error)) return error;
  const what = `${call.tool} of ${JSON.stringify(path)}`;
  if (error instanceof FenceError) {
    const code = codes[error.problem];
    const verb = code === 'refused' ? 'is refused' : 'failed';
    return new ToolFailure(`${what} ${verb}: ${error.message}`, { code, outcome: 'not-started' });
  }
  if (error instanceof FileProblem) {
    return new ToolFailure(`${what} failed: ${error.message}`, { code: 'tool-error', outcome: 'not-started' });
  }
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  const reason = reasons.get(String(code)) ?? `the system says ${String(code ?? 'nothing more')}`;
  // The cause is left out: its message holds the root's path.
  return new ToolFailure(`${what} failed: ${reason}`, { code: 'tool-error', outcome: 'failed' });
};
