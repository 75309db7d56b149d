import { type JsonObject, type ToolCall, ToolFailure } from '@pawl/core';

/** The parameters of `tools/call`. @throws {ToolFailure} `invalid-arguments`, `not-started`, for what is no object. */
export const callParams = ({ tool, args, meta }: ToolCall, progressToken: string | undefined): JsonObject => {
  if (args !== undefined && (typeof args !== 'object' || args === null || Array.isArray(args))) {
    throw new ToolFailure(`${tool} cannot be called: the arguments of an MCP tool are an object, by name`, {
      code: 'invalid-arguments',
      outcome: 'not-started',
    });
  }
  // A token of the caller's could be that of another call under way, which would then get this call's progress.
  const { progressToken: foreign, ...ownMeta } = meta ?? {};
  void foreign;
  const _meta = { ...ownMeta, ...(progressToken === undefined ? {} : { progressToken }) };
  return {
    name: tool,
    // A JSON object, as just checked.
    ...(args === undefined ? {} : { arguments: args as JsonObject }),
    ...(Object.keys(_meta).length === 0 ? {} : { _meta }),
  };
};
