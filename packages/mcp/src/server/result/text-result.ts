import type { JsonObject } from '@pawl/core';

/** A result that says why nothing, or nothing good, came of a call. */
export const errorResult = (message: string): JsonObject => ({
  content: [{ type: 'text', text: message }],
  isError: true,
});
