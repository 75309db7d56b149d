import type { ExecutorMember, ToolExecutor } from '../contract/tool-executor.js';

/**
 * The kinds of touch that make sense for each member, from the weakest change to the strongest. `forWorker` is not here:
 * `layer` alone writes it.
 *
 * - `narrows`: an ordered part of the inner's, the same objects. `extends`: the inner's, and more. `rewrites`: changed.
 * - `tightens`: only towards the strict side. `remembers`: asks less, on a remembered human answer.
 * - `refuses`: rejects some calls. `rewrites`: changes what goes in or comes out. `repeats`: may run the inner more than
 *   once. `answers`: may answer without the inner.
 */
export const touchKinds = {
  specs: ['narrows', 'extends', 'rewrites'],
  onSpecsChange: ['extends'],
  owns: ['narrows', 'extends', 'rewrites'],
  needsApproval: ['tightens'],
  cacheableApproval: ['tightens'],
  requiredCapabilities: ['tightens'],
  ingestsUntrustedContent: ['tightens'],
  preDispatch: ['tightens', 'rewrites', 'remembers'],
  sandboxWouldDeny: ['tightens'],
  recoverUnadvertised: ['narrows', 'extends', 'rewrites'],
  execute: ['refuses', 'rewrites', 'repeats', 'answers'],
  executeStream: ['refuses', 'rewrites', 'repeats', 'answers'],
  postDispatch: ['rewrites'],
} as const;

/** The members that a layer may touch. */
export type TouchableMember = keyof typeof touchKinds;

/** The kinds of touch that a member allows. */
export type TouchKind<M extends TouchableMember = TouchableMember> = (typeof touchKinds)[M][number];

/** What a layer touches, and how: data, so that a kit can read it. */
export type Touches = { readonly [M in TouchableMember]?: TouchKind<M> };

/** Exactly the members that are touched, and no other member of the contract. */
// Written with `as`, because that is the form from which the compiler still infers an author's parameter types.
export type TouchedMembers<T extends Touches> = {
  readonly [M in TouchableMember as M extends keyof T ? M : never]: ToolExecutor[M];
} & { readonly [M in ExecutorMember as M extends keyof T ? never : M]?: never };

/** Two touches of one member, one around the other: the weaker promise of the two. */
export const joinTouch = (member: TouchableMember, a: TouchKind, b: TouchKind): TouchKind => {
  if (a === b) return a;
  const kinds: readonly TouchKind[] = touchKinds[member];
  // A catalogue that one layer narrows and another extends is neither a part nor a superset of the inner's.
  return kinds[0] === 'narrows' ? 'rewrites' : (kinds[Math.max(kinds.indexOf(a), kinds.indexOf(b))] ?? a);
};
