import { specsByName, type ToolCall, ToolFailure, type ToolSpec, unknownTool } from '@pawl/core';
import type { Session } from './session.js';

/** The spec of the tool that a call is for. @throws {ToolFailure} `not-started`, for a call that is not even sent. */
export const admit = ({ specs }: Session, { tool, args, signal }: ToolCall): ToolSpec => {
  const spec = specsByName(specs()).get(tool);
  if (spec === undefined) throw unknownTool(tool);
  if (args !== undefined && (typeof args !== 'object' || args === null || Array.isArray(args))) {
    throw new ToolFailure(`${tool} cannot be called: the arguments of an MCP tool are an object, by name`, {
      code: 'invalid-arguments',
      outcome: 'not-started',
    });
  }
  if (signal?.aborted === true) {
    throw new ToolFailure(`${tool} was cancelled before it started`, { code: 'cancelled', outcome: 'not-started' });
  }
  return spec;
};
