import { canonicalJson, type JsonValue } from '@pawl/core';

const text = (args: JsonValue): string => {
  try {
    return canonicalJson(args);
  } catch {
    // Not I-JSON, so no tool gets it; it still has to be told apart from others.
    return JSON.stringify(args);
  }
};

/** Equal for two calls exactly where they are the same tool with the same arguments, whatever the order of members. */
export const callSignature = (call: { readonly tool: string; readonly args?: JsonValue }): string =>
  JSON.stringify([call.tool, ...(call.args === undefined ? [] : [text(call.args)])]);
