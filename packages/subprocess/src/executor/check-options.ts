import { isCapabilitySet, type ToolSpec } from '@pawl/core';
import type { SubprocessOptions, SubprocessTool } from './options.js';

const isPositiveInteger = (value: number | undefined): boolean =>
  value === undefined || (Number.isSafeInteger(value) && value > 0);

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '' && !value.includes('\0');

/** The tools of a program, one or several. */
export const specsOf = ({ spec }: SubprocessTool): readonly ToolSpec[] =>
  // Array.isArray does not exclude a read-only array for the compiler.
  Array.isArray(spec) ? (spec as readonly ToolSpec[]) : [spec as ToolSpec];

const checkTool = (tool: SubprocessTool, owners: Map<string, number>, at: number): void => {
  const specs = specsOf(tool);
  if (specs.length === 0) throw new TypeError(`subprocess: \`tools[${at}].spec\` names no tool: give at least one`);
  for (const spec of specs) {
    if (typeof spec?.name !== 'string') throw new TypeError(`subprocess: \`tools[${at}].spec\` needs a \`name\``);
    const owner = owners.get(spec.name);
    if (owner !== undefined) {
      const name = JSON.stringify(spec.name);
      throw new TypeError(`subprocess: \`tools[${owner}]\` and \`tools[${at}]\` both answer for ${name}: rename one`);
    }
    owners.set(spec.name, at);
  }
  if (!isText(tool.command)) throw new TypeError(`subprocess: \`tools[${at}].command\` must be a path or a name`);
  for (const option of ['pool', 'concurrency'] as const) {
    if (!isPositiveInteger(tool[option])) {
      throw new TypeError(`subprocess: \`tools[${at}].${option}\` must be an integer from 1`);
    }
  }
  if (tool.capabilities !== undefined && !isCapabilitySet(tool.capabilities)) {
    throw new TypeError(`subprocess: \`tools[${at}].capabilities\` must be made by \`capabilities()\``);
  }
};

/** @throws {TypeError} that names the first option that cannot be. */
export const checkOptions = (options: SubprocessOptions): void => {
  if (process.platform === 'win32') {
    throw new TypeError(
      'subprocess: Windows has no process groups, so children could be left behind: run it elsewhere',
    );
  }
  if (!Array.isArray(options?.tools)) throw new TypeError('subprocess: `tools` must be an array');
  const owners = new Map<string, number>();
  for (const [at, tool] of options.tools.entries()) checkTool(tool, owners, at);
  for (const option of ['maxMessageBytes', 'defaultTimeoutMs', 'cancelGraceMs', 'endGraceMs'] as const) {
    if (!isPositiveInteger(options[option])) throw new TypeError(`subprocess: \`${option}\` must be an integer from 1`);
  }
  const { workspace } = options;
  if (workspace !== undefined && workspace !== 'none' && typeof workspace !== 'function') {
    throw new TypeError("subprocess: `workspace` must be 'none' or a function");
  }
};
