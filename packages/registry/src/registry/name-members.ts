import { ALL, type CapabilitySet, strictAnswer, type ToolExecutor, union } from '@pawl/core';
import { capabilitiesFor } from './capabilities-for.js';
import { type Route, saysOwns } from './catalogue.js';
import type { RegistryState } from './registry-state.js';

/** What a tool requires: by the operator's word on its source and its hints, by its owner's answer, or by both. */
const required = ({ source, own, spec }: Route): CapabilitySet => {
  const byOwner = strictAnswer(source.executor, 'requiredCapabilities', own);
  if (source.capabilities === 'owner') return byOwner;
  const byOrigin = capabilitiesFor(source.origin, spec?.annotations);
  return source.capabilities === 'origin' && byOwner === ALL ? byOrigin : union(byOrigin, byOwner);
};

/** The members that answer about a name, as its owner does; one that nobody owns gets the strictest answer. */
export const nameMembers = ({
  routeOf,
}: RegistryState): Pick<
  ToolExecutor,
  'owns' | 'needsApproval' | 'cacheableApproval' | 'requiredCapabilities' | 'ingestsUntrustedContent'
> => ({
  owns: (tool) => {
    const route = routeOf(tool);
    return route !== undefined && saysOwns(route.source, route.own);
  },
  needsApproval: (tool) => {
    const route = routeOf(tool);
    return route === undefined || strictAnswer(route.source.executor, 'needsApproval', route.own);
  },
  cacheableApproval: (tool) => {
    const route = routeOf(tool);
    return route !== undefined && strictAnswer(route.source.executor, 'cacheableApproval', route.own);
  },
  requiredCapabilities: (tool) => {
    const route = routeOf(tool);
    return route === undefined ? ALL : required(route);
  },
  ingestsUntrustedContent: (tool) => {
    const route = routeOf(tool);
    return route === undefined || strictAnswer(route.source.executor, 'ingestsUntrustedContent', route.own);
  },
});
