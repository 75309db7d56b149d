import { injectContext, isToolFailure, layer, strictest, tighten } from '@pawl/core';
import type { ReferenceLayer } from './reference-layer.js';

/** A layer that adds a note to every decision and a mark to every outcome. */
export const annotator = (salt: number): ReferenceLayer => {
  const note = injectContext(`annotated ${salt % 100}`);
  return {
    layer: layer('annotator', { preDispatch: 'rewrites', postDispatch: 'rewrites' }, (inner) => ({
      preDispatch: (call) => tighten(call, note, inner),
      postDispatch: async (call, outcome) => {
        const after = await inner.postDispatch(call, outcome);
        const meta = { ...after.meta, annotated: salt % 100 };
        return isToolFailure(after) ? after.with({ meta }) : { ...after, meta };
      },
    })),
    model: { preDispatch: (below) => strictest(note, below) },
  };
};
