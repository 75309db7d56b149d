import type { Layer } from '@pawl/core';
import { type ApprovalMemory, approvalCache, approvalMemory } from '@pawl/decorators/approval-cache';
import { cache } from '@pawl/decorators/cache';
import { narrowing } from '@pawl/decorators/narrowing';
import { policy } from '@pawl/decorators/policy';
import { redaction } from '@pawl/decorators/redaction';
import { retrievalGate } from '@pawl/decorators/retrieval-gate';
import type { LayerConfig } from '../config/config.js';

/** The layers of a configuration, and what belongs to them. */
export interface ConfiguredLayers {
  /** Outermost first. */
  readonly layers: readonly Layer[];
  /** What approvals are remembered in; `undefined` where no layer remembers them. */
  readonly memory: ApprovalMemory | undefined;
}

const layerOf = (config: LayerConfig, memory: ApprovalMemory): Layer => {
  if (config.narrowing !== undefined) return narrowing(config.narrowing);
  if (config.redaction !== undefined) return redaction(config.redaction);
  if (config.retrievalGate !== undefined) return retrievalGate(config.retrievalGate);
  if (config.policy !== undefined) return policy(config.policy);
  if (config.cache !== undefined) return cache(config.cache);
  return approvalCache({ ...config.approvalCache, memory });
};

/** Makes the layers of a configuration. @throws {LayerOptionError} for an option that makes no sense. */
export const layersFromConfig = (configs: readonly LayerConfig[]): ConfiguredLayers => {
  const memory = approvalMemory();
  return {
    layers: configs.map((config) => layerOf(config, memory)),
    memory: configs.some(({ approvalCache }) => approvalCache !== undefined) ? memory : undefined,
  };
};
