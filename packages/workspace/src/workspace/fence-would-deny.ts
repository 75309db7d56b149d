import type { JsonObject, ToolCall } from '@pawl/core';
import { FenceError } from '../fence/fence-error.js';
import type { Root } from '../fence/open-root.js';
import { wouldRefuse } from '../fence/would-refuse.js';
import { compileGlob } from '../glob/compile-glob.js';
import type { ToolSetting, WorkspaceTool } from '../tools/tool.js';

const globLeaves = (glob: string): boolean => {
  try {
    compileGlob(glob);
    return false;
  } catch (error) {
    return error instanceof FenceError;
  }
};

const pathsLeave = (root: Root, args: JsonObject, tool: WorkspaceTool): boolean => {
  const named = (names: readonly string[]): readonly string[] =>
    names.filter((name) => Object.hasOwn(args, name)).map((name) => String(args[name]));
  return (
    named(tool.pathArguments).some((path) => wouldRefuse(root, path)) ||
    named(tool.globArguments ?? []).some(globLeaves)
  );
};

/**
 * Whether the fence, or the missing sandbox of `shell_exec`, would refuse a call. Looks; opens, makes and changes nothing.
 */
export const fenceWouldDeny = (call: ToolCall, tool: WorkspaceTool | undefined, setting: ToolSetting): boolean => {
  const { args } = call;
  if (tool === undefined || typeof args !== 'object' || args === null || Array.isArray(args)) return false;
  if (tool.unavailable?.(setting) === true) return true;
  return pathsLeave(setting.root, args as JsonObject, tool); // neither null nor an array
};
