import { layer } from '@pawl/core';
import type { ReferenceLayer } from './reference-layer.js';

/** A layer that touches nothing. */
export const passThrough = (): ReferenceLayer => ({ layer: layer('pass-through', {}, () => ({})), model: {} });
