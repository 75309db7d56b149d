import type { Layer } from '@pawl/core';
import { AdapterError } from './adapter-error.js';
import { requireName } from './require-name.js';
import type { ChainSubject, SubjectHooks } from './subject.js';

/** What `chainSubject` takes. */
export interface ChainSubjectOptions extends SubjectHooks {
  readonly name: string;
  /** Outermost first, as in `stack`. A stack counts as its single layers. */
  readonly layers: readonly Layer[];
}

/**
 * Layers in order, each checked in its place.
 *
 * @throws {AdapterError} for options that make no subject.
 * @example
 * ```ts
 * chainSubject({ name: 'my stack', layers: [redaction(), narrowing({ deny: ['delete_*'] })] });
 * ```
 */
export const chainSubject = (options: ChainSubjectOptions): ChainSubject => {
  requireName('chainSubject', options);
  const layers: unknown = options.layers;
  if (!Array.isArray(layers) || layers.length === 0) {
    throw new AdapterError('bad-option', `chainSubject ${options.name}: \`layers\` must list at least one layer`);
  }
  const wrong = layers.findIndex((item) => typeof item !== 'function' || !Array.isArray(Reflect.get(item, 'layers')));
  if (wrong !== -1) {
    throw new AdapterError(
      'bad-option',
      `chainSubject ${options.name}: item ${wrong + 1} is no layer; make it with \`layer\`, or check it with wrapperSubject`,
    );
  }
  return Object.freeze({ ...options, kind: 'chain', layers: options.layers.flatMap((item) => item.layers) });
};
