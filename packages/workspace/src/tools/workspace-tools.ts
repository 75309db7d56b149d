import { fileEdit } from './file-edit.js';
import { fileRead } from './file-read.js';
import { fileWrite } from './file-write.js';
import { globTool } from './glob.js';
import { grep } from './grep.js';
import { shellExec } from './shell-exec.js';
import type { WorkspaceTool } from './tool.js';

const files: readonly WorkspaceTool[] = [fileRead, fileWrite, fileEdit, globTool, grep];

/** The tools, in the order in which they are offered. */
export const workspaceTools = (which: 'shell' | 'no-shell'): readonly WorkspaceTool[] =>
  which === 'shell' ? [...files, shellExec] : files;

/** The tool of a name; `undefined` for a name that is none. */
export const toolNamed = (tools: readonly WorkspaceTool[], name: string): WorkspaceTool | undefined =>
  tools.find(({ spec }) => spec.name === name);
