import type { LayerSeed } from '../generate/scenario.js';
import { annotator } from './annotator.js';
import { narrower } from './narrower.js';
import { passThrough } from './pass-through.js';
import type { ReferenceLayer } from './reference-layer.js';
import { retriever } from './retriever.js';
import { tightener } from './tightener.js';

const shapes: readonly ((salt: number) => ReferenceLayer)[] = [passThrough, narrower, tightener, retriever, annotator];

/** The reference layer that a seed stands for. */
export const referenceLayer = (seed: LayerSeed): ReferenceLayer =>
  (shapes[seed.shape % shapes.length] ?? passThrough)(seed.salt); // the index lies within the list

export type { LayerModel, ReferenceLayer } from './reference-layer.js';
