import { deny, derivedSpecs, type Layer, layer, type ToolCall, tighten, unknownTool } from '@pawl/core';
import { hash } from '../generate/hash.js';
import type { ReferenceLayer } from './reference-layer.js';

/** A layer that withholds, by policy and on every path, the tools that `withheld` names. */
export const narrowerOf = (withheld: (tool: string) => boolean): Layer => {
  const refuse = (call: ToolCall): Promise<never> => Promise.reject(unknownTool(call.tool));
  return layer(
    'narrower',
    {
      specs: 'narrows',
      owns: 'narrows',
      preDispatch: 'tightens',
      recoverUnadvertised: 'narrows',
      execute: 'refuses',
      executeStream: 'refuses',
    },
    (inner) => ({
      specs: derivedSpecs(inner.specs, (specs) => specs.filter(({ name }) => !withheld(name))),
      owns: (tool) => !withheld(tool) && inner.owns(tool),
      preDispatch: (call) =>
        withheld(call.tool) ? tighten(call, deny('withheld by policy'), inner) : inner.preDispatch(call),
      recoverUnadvertised: async (call) =>
        (await inner.recoverUnadvertised(call)).filter(({ name }) => !withheld(name)),
      execute: (call) => (withheld(call.tool) ? refuse(call) : inner.execute(call)),
      executeStream: (call) => (withheld(call.tool) ? refuse(call) : inner.executeStream(call)),
    }),
  );
};

/** A narrower that withholds about a third of all names, drawn from the salt. */
export const narrower = (salt: number): ReferenceLayer => {
  const withheld = (tool: string): boolean => hash(salt, 'narrower', tool) % 3 === 0;
  return {
    layer: narrowerOf(withheld),
    model: {
      specs: (below) => below.filter(({ name }) => !withheld(name)),
      owns: (below, tool) => below && !withheld(tool),
      preDispatch: (below, call) => (withheld(call.tool) ? deny('withheld by policy') : below),
    },
  };
};
