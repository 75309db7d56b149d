import type { JsonObject, ToolCall } from '@pawl/core';

/** The parameters of `tools/call` for a call that was admitted. */
export const callParams = ({ tool, args, meta }: ToolCall, progressToken: string | undefined): JsonObject => {
  // A token of the caller's could be that of another call under way, which would then get this call's progress.
  const { progressToken: foreign, ...ownMeta } = meta ?? {};
  void foreign;
  const _meta = { ...ownMeta, ...(progressToken === undefined ? {} : { progressToken }) };
  return {
    name: tool,
    ...(args === undefined ? {} : { arguments: args }),
    ...(Object.keys(_meta).length === 0 ? {} : { _meta }),
  };
};
