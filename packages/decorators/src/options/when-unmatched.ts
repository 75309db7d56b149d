import { LayerOptionError } from './layer-option-error.js';

/**
 * What to do about a name or pattern that fits no tool of the catalogue as it is when the layer is applied.
 *
 * - `error`: throw, because it is most likely misspelt and would silently do nothing.
 * - `ignore`: keep it for later; for catalogues that are still empty or that change.
 */
export type WhenUnmatched = 'error' | 'ignore';

/** The option, or its default. @throws {LayerOptionError} for another value. */
export const whenUnmatched = (layer: string, value: WhenUnmatched | undefined): WhenUnmatched => {
  if (value === undefined || value === 'error') return 'error';
  if (value === 'ignore') return value;
  throw new LayerOptionError(`${layer}: \`whenUnmatched\` is 'error' or 'ignore', not ${JSON.stringify(value)}`, {
    code: 'invalid-option',
    option: 'whenUnmatched',
  });
};
