/**
 * What a tool can need. The five ordinary ones may be granted by a policy; the last four never are, so a tool that needs
 * one of them always goes to a person.
 */
export type Capability =
  | 'local-read'
  | 'local-write'
  | 'fixed-connector-read'
  | 'arbitrary-egress'
  | 'mutate-external'
  | 'grant-access'
  | 'revoke-access'
  | 'manage-admin'
  | 'grant-admin';

/** An immutable set of capabilities: one bit each, in a branded number. */
export type CapabilitySet = number & { readonly __capabilitySet: true };

const bits: Readonly<Record<Capability, number>> = {
  'local-read': 1,
  'local-write': 2,
  'fixed-connector-read': 4,
  'arbitrary-egress': 8,
  'mutate-external': 16,
  'grant-access': 32,
  'revoke-access': 64,
  'manage-admin': 128,
  'grant-admin': 256,
};

// The brand exists for the compiler alone, so this is where a number becomes a set.
const brand = (value: number): CapabilitySet => value as CapabilitySet;

/** No capability. */
export const NONE: CapabilitySet = brand(0);

/** Every capability, also those that no policy grants: what an unclassified tool requires. */
export const ALL: CapabilitySet = brand(511);

/** The five that a policy may grant. */
export const ORDINARY: CapabilitySet = brand(31);

/**
 * A set of the capabilities named.
 *
 * @throws {RangeError} for a name that is not a capability.
 * @example
 * ```ts
 * capabilities('local-read', 'local-write');
 * ```
 */
export const capabilities = (...names: readonly Capability[]): CapabilitySet => {
  let set = 0;
  for (const name of names) {
    if (!Object.hasOwn(bits, name)) {
      throw new RangeError(`${JSON.stringify(name)} is no capability: use one of ${Object.keys(bits).join(', ')}`);
    }
    set |= bits[name];
  }
  return brand(set);
};

/** Says whether a value is a capability set. */
export const isCapabilitySet = (value: unknown): value is CapabilitySet =>
  typeof value === 'number' && Number.isInteger(value) && value >= NONE && value <= ALL;

// A bitwise operator makes 0, the loosest set, of `undefined`, `NaN` or a text.
const requirementOf = (value: CapabilitySet): CapabilitySet => (isCapabilitySet(value) ? value : ALL);
const grantOf = (value: CapabilitySet): CapabilitySet => (isCapabilitySet(value) ? value : NONE);

/** What is in either set. What is no capability set, an executor's nonsense for example, counts as `ALL`. */
export const union = (a: CapabilitySet, b: CapabilitySet): CapabilitySet => brand(requirementOf(a) | requirementOf(b));

/** What is in `a` and not in `b`. What is no capability set counts as `ALL` in `a`, and as `NONE` in `b`. */
export const difference = (a: CapabilitySet, b: CapabilitySet): CapabilitySet => brand(requirementOf(a) & ~grantOf(b));

/** Whether everything in `a` is in `b`. What is no capability set counts as `ALL` in `a`, and as `NONE` in `b`. */
export const isSubset = (a: CapabilitySet, b: CapabilitySet): boolean => difference(a, b) === NONE;

/** The names in a set, in the order of the type. */
export const capabilityNames = (set: CapabilitySet): readonly Capability[] =>
  // Object.keys gives the keys of the record above.
  (Object.keys(bits) as Capability[]).filter((name) => (set & bits[name]) !== 0);
