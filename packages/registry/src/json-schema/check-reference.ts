import { Pointer } from 'typebox/schema';
import { SchemaError } from './schema-error.js';

// Only a name to resolve relative references against; nothing is ever fetched.
const noBase = 'schema:///';

const absolute = (reference: string): string | undefined => {
  try {
    return new URL(reference, noBase).href.replace(/#.*$/u, '');
  } catch {
    return undefined;
  }
};

/** Every name that parts of a schema give themselves: `$id` as an absolute address, anchors as `#name`. */
export const collectIds = (schema: object): ReadonlySet<string> => {
  const ids = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, item] of Object.entries(value)) {
      if (typeof item !== 'string') visit(item);
      else if (key === '$id') ids.add(absolute(item) ?? item);
      else if (key === '$anchor' || key === '$dynamicAnchor') ids.add(`#${item}`);
    }
  };
  visit(schema);
  return ids;
};

/** A reference, where it stands, and what it may refer to. */
export interface ReferenceCase {
  readonly reference: string;
  readonly pointer: string;
  readonly root: object;
  readonly ids: ReadonlySet<string>;
  readonly of: string;
}

const pointed = (root: object, fragment: string): unknown => {
  try {
    const pointer = decodeURIComponent(fragment);
    return Pointer.Has(root, pointer) ? Pointer.Get(root, pointer) : undefined;
  } catch {
    return undefined;
  }
};

/**
 * What a reference points to where that is found by pointer, with its place; `undefined` where a name found it.
 *
 * @throws {SchemaError} `unsupported-schema` for another document, `malformed-schema` for a place that is not there.
 */
export const checkReference = (given: ReferenceCase): readonly [unknown, string] | undefined => {
  const { reference, pointer, root, ids, of } = given;
  if (reference === '#' || reference === '') return undefined;
  // Inside a part with an `$id` of its own, pointers and relative names start there, and the validator follows them.
  if (ids.size > 0 && (ids.has(reference) || ids.has(absolute(reference) ?? reference))) return undefined;
  if (reference.startsWith('#/')) {
    const target = pointed(root, reference.slice(1));
    if (target !== undefined) return [target, reference.slice(1)];
    if ([...ids].some((id) => !id.startsWith('#'))) return undefined;
  }
  const inDocument = reference.startsWith('#');
  throw new SchemaError(
    `${of}: the schema at ${pointer} refers to ${JSON.stringify(reference)}, which is not in it${
      inDocument ? '' : ': put it under `$defs`, because nothing is fetched'
    }`,
    { code: inDocument ? 'malformed-schema' : 'unsupported-schema', pointer },
  );
};
