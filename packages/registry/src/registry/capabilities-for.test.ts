import { ALL, type Capability, capabilityNames } from '@pawl/core';
import { describe, expect, it } from 'vitest';
import { capabilitiesFor } from './capabilities-for.js';
import { type ToolOrigin, toolOrigins } from './tool-origin.js';

const reader = { readOnlyHint: true, destructiveHint: false } as const;
const table: readonly (readonly [ToolOrigin, readonly Capability[], readonly Capability[]])[] = [
  // origin, a tool without hints, a tool that only reads
  ['local-sandbox', ['local-read', 'local-write'], ['local-read']],
  ['fetcher', ['arbitrary-egress', 'mutate-external'], ['arbitrary-egress']],
  ['first-party', ['fixed-connector-read', 'mutate-external'], ['fixed-connector-read']],
  ['registered-connector', ['fixed-connector-read', 'mutate-external'], ['fixed-connector-read']],
  ['access-grant', ['grant-access'], ['grant-access']],
  ['access-revoke', ['revoke-access'], ['revoke-access']],
  ['admin-manage', ['manage-admin'], ['manage-admin']],
  ['admin-grant', ['grant-admin'], ['grant-admin']],
  ['unknown', capabilityNames(ALL), capabilityNames(ALL)],
];

describe('capabilitiesFor', () => {
  it.each(table)('%s', (origin, silent, only) => {
    expect(capabilityNames(capabilitiesFor(origin))).toEqual(silent);
    expect(capabilityNames(capabilitiesFor(origin, {}))).toEqual(silent);
    expect(capabilityNames(capabilitiesFor(origin, reader))).toEqual(only);
  });

  it('covers every origin', () => {
    expect(table.map(([origin]) => origin)).toEqual(toolOrigins);
  });

  it('takes a missing hint, and one that is no boolean, as the pessimistic one', () => {
    const both = ['fixed-connector-read', 'mutate-external'];
    for (const hints of [
      { readOnlyHint: true },
      { destructiveHint: false },
      { ...reader, readOnlyHint: 'true' as never },
    ]) {
      expect(capabilityNames(capabilitiesFor('first-party', hints))).toEqual(both);
    }
    expect(capabilitiesFor('first-party', null as never)).toBe(capabilitiesFor('first-party'));
  });

  it('does not look at what comes in', () => {
    for (const origin of toolOrigins) {
      for (const openWorldHint of [true, false]) {
        expect(capabilitiesFor(origin, { ...reader, openWorldHint })).toBe(capabilitiesFor(origin, reader));
      }
    }
  });

  it('requires everything of an origin that is none', () => {
    expect(capabilitiesFor('constructor' as never, reader)).toBe(ALL);
  });
});
