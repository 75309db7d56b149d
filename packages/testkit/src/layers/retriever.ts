import { derivedSpecs, type Layer, layer } from '@pawl/core';
import { hash } from '../generate/hash.js';
import type { ReferenceLayer } from './reference-layer.js';

/** A layer that hides from the model, and from nobody else, the tools that `hidden` names, and finds them again. */
export const retrieverOf = (hidden: (tool: string) => boolean): Layer =>
  layer('retriever', { specs: 'narrows', recoverUnadvertised: 'extends' }, (inner) => ({
    specs: derivedSpecs(inner.specs, (specs) => specs.filter(({ name }) => !hidden(name))),
    recoverUnadvertised: async (call) => {
      const found = await inner.recoverUnadvertised(call);
      const asked = inner.specs().filter(({ name }) => name === call.tool && hidden(name));
      return [...asked, ...found.filter(({ name }) => asked.every((spec) => spec.name !== name))];
    },
  }));

/** A retriever that hides about a third of all names, drawn from the salt. */
export const retriever = (salt: number): ReferenceLayer => {
  const hidden = (tool: string): boolean => hash(salt, 'retriever', tool) % 3 === 0;
  return {
    layer: retrieverOf(hidden),
    model: { specs: (below) => below.filter(({ name }) => !hidden(name)) },
  };
};
