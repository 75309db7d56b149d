import { type CapabilitySet, capabilities, difference, ORDINARY } from './capability-set.js';

/** What an operator grants to tools. */
export interface GrantPolicy {
  /** Granted while the context holds nothing untrusted. Default: the five ordinary capabilities. */
  readonly base: CapabilitySet;
}

/** Grants the five ordinary capabilities, so an unclassified tool, which requires all nine, always asks. */
export const defaultPolicy: GrantPolicy = { base: ORDINARY };

/** What untrusted content in the context takes away: every way out. */
export const TAINT_REVOKED: CapabilitySet = capabilities('arbitrary-egress', 'mutate-external');

/** Whether untrusted content is in the context. */
export type Taint = 'clean' | 'tainted';

/**
 * What a call is granted now. Pure; asked anew for every call, because taint can enter between two calls of a turn.
 *
 * The four administrative capabilities are never granted, whatever the policy's base says.
 */
export const granted = (policy: GrantPolicy, taint: Taint): CapabilitySet => {
  const base = difference(policy.base, difference(policy.base, ORDINARY));
  return taint === 'tainted' ? difference(base, TAINT_REVOKED) : base;
};
