import {
  type ApprovalRequest,
  allow,
  type CapabilitySet,
  canonicalJson,
  capabilities,
  isSubset,
  type JsonValue,
  layer,
  specsByName,
  type ToolSpec,
} from '@pawl/core';
import type { LayerInstance } from '../subject/wrapper-subject.js';

/** What an approval is kept under. */
export interface KeyParts {
  readonly tool: string;
  readonly caller: string | undefined;
  readonly session: string | undefined;
  readonly spec: ToolSpec | undefined;
  /** `undefined` where the call has none. */
  readonly args: JsonValue | undefined;
  readonly scope: 'call' | 'session';
}

/** Where a memory can go wrong; each has a correct default. */
export interface ApprovalMemoryFaults {
  readonly keyOf?: (parts: KeyParts) => string;
  readonly isCovered?: (required: CapabilitySet, remembered: CapabilitySet) => boolean;
  readonly isCacheable?: (answer: boolean) => boolean;
  /** Whether a worker gets a memory of its own. Default: it does. */
  readonly workers?: 'own' | 'shared';
  /** The scope under which an answer is kept. */
  readonly scopeOf?: (scope: 'once' | 'call' | 'session') => 'once' | 'call' | 'session';
  /** The arguments that count: those that will run, or those that the model gave. Default: `run`. */
  readonly argsOf?: 'run' | 'given';
}

const mark = (value: JsonValue | undefined): readonly JsonValue[] => (value === undefined ? [] : [value]);

/** The correct key. */
export const approvalKeyOf = ({ tool, caller, session, spec, args, scope }: KeyParts): string =>
  canonicalJson([
    tool,
    scope,
    mark(caller),
    mark(session),
    // A definition is JSON by its type.
    mark(spec === undefined ? undefined : (JSON.parse(JSON.stringify(spec)) as JsonValue)),
    scope === 'session' ? null : mark(args),
  ]);

/** A correct approval memory for mutants to be made of; `faults` break it. */
export const rememberingLayer = (faults: ApprovalMemoryFaults = {}): LayerInstance => {
  const keyOf = faults.keyOf ?? approvalKeyOf;
  const kept = new Map<string, CapabilitySet>();
  const remember = (request: ApprovalRequest, asked: 'once' | 'call' | 'session'): void => {
    const scope = faults.scopeOf?.(asked) ?? asked;
    if (scope === 'once') return;
    const { tool, caller, session, spec, args, required } = request;
    kept.set(keyOf({ tool, caller, session, spec, args, scope }), capabilities(...required));
  };
  const made = layer('approval-memory', { preDispatch: 'remembers' }, (inner, workerScope) => {
    const own = workerScope === undefined || faults.workers === 'shared' ? kept : new Map<string, CapabilitySet>();
    return {
      preDispatch: async (call) => {
        const decision = await inner.preDispatch(call);
        if (decision.verdict !== 'ask') return decision;
        const { tool, caller, session } = call;
        const cacheable = faults.isCacheable ?? ((answer: boolean) => answer);
        if (!cacheable(inner.cacheableApproval(tool))) return decision;
        const args = faults.argsOf === 'given' ? call.args : (decision.args ?? call.args);
        const spec = specsByName(inner.specs()).get(tool);
        const covers = faults.isCovered ?? isSubset;
        for (const scope of ['call', 'session'] as const) {
          const remembered = own.get(keyOf({ tool, caller, session, spec, args, scope }));
          if (remembered === undefined || !covers(inner.requiredCapabilities(tool), remembered)) continue;
          const { verdict: _asked, reason: _why, ...rest } = decision;
          return { ...rest, ...allow() };
        }
        return decision;
      },
    };
  });
  return { layer: made, remember };
};
