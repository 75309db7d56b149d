import { allow, type CapabilitySet, capabilities, layer, requireApproval, strictest, tighten, union } from '@pawl/core';
import { hash } from '../generate/hash.js';
import type { ReferenceLayer } from './reference-layer.js';

const more: CapabilitySet = capabilities('mutate-external', 'grant-access');

/** A layer that makes about a third of all names stricter in every answer about a name, and asks before they run. */
export const tightener = (salt: number): ReferenceLayer => {
  const strict = (tool: string): boolean => hash(salt, 'tightener', tool) % 3 === 0;
  const own = (tool: string) => (strict(tool) ? requireApproval('the tightener asks') : allow());
  return {
    layer: layer(
      'tightener',
      {
        needsApproval: 'tightens',
        cacheableApproval: 'tightens',
        requiredCapabilities: 'tightens',
        ingestsUntrustedContent: 'tightens',
        preDispatch: 'tightens',
        sandboxWouldDeny: 'tightens',
      },
      (inner) => ({
        needsApproval: (tool) => strict(tool) || inner.needsApproval(tool),
        cacheableApproval: (tool) => !strict(tool) && inner.cacheableApproval(tool),
        requiredCapabilities: (tool) =>
          strict(tool) ? union(inner.requiredCapabilities(tool), more) : inner.requiredCapabilities(tool),
        ingestsUntrustedContent: (tool) => strict(tool) || inner.ingestsUntrustedContent(tool),
        preDispatch: (call) => tighten(call, own(call.tool), inner),
        sandboxWouldDeny: async (call) => strict(call.tool) || (await inner.sandboxWouldDeny(call)),
      }),
    ),
    model: {
      needsApproval: (below, tool) => below || strict(tool),
      cacheableApproval: (below, tool) => below && !strict(tool),
      requiredCapabilities: (below, tool) => (strict(tool) ? union(below, more) : below),
      ingestsUntrustedContent: (below, tool) => below || strict(tool),
      preDispatch: (below, call) => strictest(own(call.tool), below),
      sandboxWouldDeny: (below, call) => below || strict(call.tool),
    },
  };
};
