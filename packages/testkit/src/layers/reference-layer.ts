import type { CapabilitySet, Layer, ToolCall, ToolDecision, ToolSpec } from '@pawl/core';

/** What a reference layer makes of the answer below it, member by member; a member that is not here is handed on. */
export interface LayerModel {
  readonly specs?: (below: readonly ToolSpec[]) => readonly ToolSpec[];
  readonly owns?: (below: boolean, tool: string) => boolean;
  readonly needsApproval?: (below: boolean, tool: string) => boolean;
  readonly cacheableApproval?: (below: boolean, tool: string) => boolean;
  readonly requiredCapabilities?: (below: CapabilitySet, tool: string) => CapabilitySet;
  readonly ingestsUntrustedContent?: (below: boolean, tool: string) => boolean;
  readonly preDispatch?: (below: ToolDecision, call: ToolCall) => ToolDecision;
  readonly sandboxWouldDeny?: (below: boolean, call: ToolCall) => boolean;
}

/** A correct layer of the kit's own, with what it must answer. */
export interface ReferenceLayer {
  readonly layer: Layer;
  readonly model: LayerModel;
}
