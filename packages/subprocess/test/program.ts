import { fileURLToPath } from 'node:url';
import type { JsonObject, ToolCall, ToolCallInit, ToolSpec } from '@pawl/core';
import { toolCall } from '@pawl/core';
import { type SubprocessExecutor, type SubprocessOptions, type SubprocessTool, subprocess } from '../src/index.js';

export const spec: ToolSpec = {
  name: 'tool',
  description: 'Does what it is told',
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint: true },
};

export const fixture = (name: string): string => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));

export const program: SubprocessTool = {
  spec,
  command: process.execPath,
  args: [fixture('program.mjs')],
  stream: true,
};

/** An executor of the fixture program, with graces so short that an end by force does not keep the tests waiting. */
export const open = (
  options: Partial<SubprocessOptions> = {},
  tool: Partial<SubprocessTool> = {},
): SubprocessExecutor =>
  subprocess({ workspace: 'none', tools: [{ ...program, ...tool }], cancelGraceMs: 200, endGraceMs: 200, ...options });

let calls = 0;

/** A call that makes the fixture program do something. */
export const ask = (act: string, args: JsonObject = {}, more: Partial<ToolCallInit> = {}): ToolCall =>
  toolCall({ id: `call-${++calls}`, tool: 'tool', args: { do: act, ...args }, ...more });
