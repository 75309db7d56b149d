import type { ToolSpec } from '@pawl/core';
import { hash } from './hash.js';
import { schemas } from './schemas.js';

const bit = (value: number, index: number): boolean => ((value >> index) & 1) === 1;

/** A tool's definition from its name and salt: every optional field at times, and one that the contract does not know. */
export const specFrom = (name: string, salt: number): ToolSpec => {
  const bits = salt === 0 ? 0 : hash(salt, name, 'spec');
  const spec = {
    name,
    description: bits === 0 ? '' : `does ${name.slice(0, 20)} (${bits % 97})`,
    inputSchema: schemas[bits % schemas.length] ?? { type: 'object' },
    ...(bit(bits, 0) ? { title: `Title of ${name.slice(0, 20)}` } : {}),
    ...(bit(bits, 1) ? { outputSchema: { type: 'object', title: `out ${bits % 89}` } } : {}),
    ...(bit(bits, 2) || bit(bits, 3)
      ? {
          annotations: {
            ...(bit(bits, 2) ? { readOnlyHint: bit(bits, 4) } : {}),
            ...(bit(bits, 3) ? { openWorldHint: bit(bits, 5) } : {}),
            ...(bit(bits, 6) ? { destructiveHint: bit(bits, 7), idempotentHint: true } : {}),
            ...(bit(bits, 12) ? { 'org.example/hint': bits % 73 } : {}),
          },
        }
      : {}),
    ...(bit(bits, 8) ? { cacheableApproval: bit(bits, 9) } : {}),
    ...(bit(bits, 10) ? { meta: { 'org.example/tag': bits % 83 } } : {}),
    // Nobody's field: it has to arrive all the same.
    ...(bit(bits, 13) ? { icons: [{ src: `data:,${bits % 67}`, sizes: ['any'] }] } : {}),
    ...(bit(bits, 11) ? { vendorField: { weight: bits % 79 } } : {}),
  };
  return Object.freeze(spec);
};
