import type { JsonObject } from '@pawl/core';
import { maxPathLength } from '../fence/parse-path.js';

/** The schema of an argument that is a path. */
export const pathSchema = (what: string): JsonObject => ({
  type: 'string',
  minLength: 1,
  maxLength: maxPathLength,
  description: `${what}, relative to the root of the workspace, with \`/\` between names.`,
});
