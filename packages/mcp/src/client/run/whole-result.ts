import type { JSONRPCMessage, StandardSchemaV1 } from '@modelcontextprotocol/client';
import type { JsonObject } from '@pawl/core';

const wrapped = '@pawl/mcp/whole';

/**
 * Hides a result from the official client inside another, because on its way through the client a result loses members
 * that the client knows better (`resultType`).
 */
export const hideResult = (message: JSONRPCMessage): JSONRPCMessage =>
  'result' in message ? { ...message, result: { [wrapped]: message.result } } : message;

/** The schema of a result that `hideResult` hid: takes it out again, as it came. */
export const wholeResult: StandardSchemaV1<unknown, JsonObject> = {
  '~standard': {
    version: 1,
    vendor: 'pawl',
    validate: (value) => {
      const result: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, wrapped) : undefined;
      return typeof result === 'object' && result !== null && !Array.isArray(result)
        ? // It was parsed from JSON, and it is neither null nor an array.
          { value: result as JsonObject }
        : { issues: [{ message: 'the result is no object' }] };
    },
  },
};
