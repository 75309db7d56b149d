/**
 * The caller of tools: turns, approvals, delegation, proposals of actions, detached streams.
 *
 * @packageDocumentation
 */
export {};
