import { derivedSpecs, type Layer, layer, specsByName, type ToolExecutor } from '@pawl/core';
import { listNames } from '../names/list-names.js';
import { LayerOptionError } from '../options/layer-option-error.js';
import { bestSpecs } from './best-specs.js';
import { type GateSettings, gateSettings, type RetrievalGateOptions } from './options.js';
import { recover } from './recover.js';

const checkPinned = ({ pinned }: GateSettings, inner: ToolExecutor): void => {
  const specs = inner.specs();
  for (const name of pinned) {
    if (specsByName(specs).has(name)) continue;
    const names = specs.map((spec) => spec.name);
    throw new LayerOptionError(
      `retrievalGate: \`pinned\` names ${JSON.stringify(name)}, which no tool is called: ${listNames(name, names)}; ` +
        "if it comes later, say `whenUnmatched: 'ignore'`",
      { code: 'unmatched', option: 'pinned' },
    );
  }
};

/**
 * Advertises the tools that fit the query best, and the pinned ones. The others are hidden from the model, not withheld:
 * the inner still owns, classifies and runs them, and recovery finds the one that a call for a hidden tool meant.
 *
 * Make one for each turn; the index is built once for each catalogue and shared.
 *
 * @throws {LayerOptionError} for an option that makes no sense; and, when the layer is applied, for a pinned name that
 * no tool has.
 * @example
 * ```ts
 * const tools = retrievalGate({ query: 'What is in my notes about pawls?', k: 8, pinned: ['ask_person'] })(registry);
 * ```
 */
export const retrievalGate = (options: RetrievalGateOptions): Layer => {
  const settings = gateSettings(options);
  return layer('retrieval-gate', { specs: 'narrows', recoverUnadvertised: 'extends' }, (inner, scope) => {
    // A worker's catalogue may be a smaller one.
    if (scope === undefined && settings.whenUnmatched === 'error') checkPinned(settings, inner);
    const specs = derivedSpecs(inner.specs, (all) => bestSpecs(all, settings));
    return {
      specs,
      recoverUnadvertised: async (call) => {
        const advertised = specsByName(specs());
        const recovered = await inner.recoverUnadvertised(call);
        const known = recovered.filter(({ name }) => !advertised.has(name));
        const named = new Set(known.map(({ name }) => name));
        const hidden = recover(inner, call.tool, (name) => !advertised.has(name) && !named.has(name));
        return [...known, ...hidden.slice(0, settings.recoverLimit)];
      },
    };
  });
};
