import { deny, type ToolCall, type ToolExecutor, unknownTool } from '@pawl/core';
import type { Route } from './catalogue.js';
import type { RegistryState } from './registry-state.js';

/** The call as its owner knows it: the same object, unless a prefix has to come off. */
const ownCall = (call: ToolCall, { own }: Route): ToolCall =>
  own === call.tool ? call : Object.freeze({ ...call, tool: own });

/** The members that take a call, passed to the owner of its name. */
export const callMembers = ({
  routeOf,
  departed,
}: RegistryState): Pick<
  ToolExecutor,
  'preDispatch' | 'sandboxWouldDeny' | 'execute' | 'executeStream' | 'postDispatch'
> => ({
  preDispatch: async (call) => {
    const route = routeOf(call.tool);
    return route === undefined
      ? deny(unknownTool(call.tool).message)
      : route.source.executor.preDispatch(ownCall(call, route));
  },
  sandboxWouldDeny: async (call) => {
    const route = routeOf(call.tool);
    return route === undefined ? false : route.source.executor.sandboxWouldDeny(ownCall(call, route));
  },
  execute: async (call) => {
    const route = routeOf(call.tool);
    if (route === undefined) throw unknownTool(call.tool);
    return route.source.executor.execute(ownCall(call, route));
  },
  executeStream: async (call) => {
    const route = routeOf(call.tool);
    if (route === undefined) throw unknownTool(call.tool);
    return route.source.executor.executeStream(ownCall(call, route));
  },
  postDispatch: async (call, outcome) => {
    // A source that leaves while its call runs still redacts what comes back.
    const route = routeOf(call.tool) ?? departed(call.tool);
    return route === undefined ? outcome : route.source.executor.postDispatch(ownCall(call, route), outcome);
  },
});
