import { ALL, type CapabilitySet, capabilities, type ToolAnnotations } from '@pawl/core';
import type { ToolOrigin } from './tool-origin.js';

type Rule = (isReadOnly: boolean, isDestructive: boolean) => CapabilitySet;

const service: Rule = (isReadOnly, isDestructive) =>
  isReadOnly && !isDestructive
    ? capabilities('fixed-connector-read')
    : capabilities('fixed-connector-read', 'mutate-external');

const rules: ReadonlyMap<ToolOrigin, Rule> = new Map<ToolOrigin, Rule>([
  [
    'local-sandbox',
    (isReadOnly) => (isReadOnly ? capabilities('local-read') : capabilities('local-read', 'local-write')),
  ],
  [
    'fetcher',
    (_, isDestructive) =>
      isDestructive ? capabilities('arbitrary-egress', 'mutate-external') : capabilities('arbitrary-egress'),
  ],
  ['first-party', service],
  ['registered-connector', service],
  ['access-grant', () => capabilities('grant-access')],
  ['access-revoke', () => capabilities('revoke-access')],
  ['admin-manage', () => capabilities('manage-admin')],
  ['admin-grant', () => capabilities('grant-admin')],
  ['unknown', () => ALL],
]);

/**
 * What a tool of this origin requires. Hints lower it only within what the operator's word allows: a tool of unknown
 * origin requires everything, whatever it says of itself. A missing hint counts as the pessimistic one, so a service's
 * tool is a mere reader only where it says both `readOnlyHint: true` and `destructiveHint: false`. `openWorldHint` is not
 * looked at: it says what comes in, not what the tool can do.
 *
 * @example
 * ```ts
 * capabilitiesFor('local-sandbox', { readOnlyHint: true }); // local-read
 * ```
 */
export const capabilitiesFor = (origin: ToolOrigin, annotations?: ToolAnnotations): CapabilitySet =>
  rules.get(origin)?.(annotations?.readOnlyHint === true, annotations?.destructiveHint !== false) ?? ALL;
