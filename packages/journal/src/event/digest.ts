import { hash } from 'node:crypto';
import { canonicalJson, type ToolSpec } from '@pawl/core';

/** `sha256:` and 64 hexadecimal digits, or `absent` where there was no value at all. */
export type Digest = `sha256:${string}` | 'absent';

/** SHA-256 of a text, as 64 hexadecimal digits. */
export const sha256 = (text: string): string => hash('sha256', text, 'hex');

/**
 * The digest of a value in canonical JSON (RFC 8785): the order of members does not count; `undefined`, `null` and `{}`
 * give three different digests.
 *
 * @throws {JsonError} for what is not I-JSON.
 * @example
 * ```ts
 * digestJson({ path: 'notes.md' }); // 'sha256:…'
 * digestJson(undefined); // 'absent'
 * ```
 */
export const digestJson = (value: unknown): Digest =>
  value === undefined ? 'absent' : `sha256:${sha256(canonicalJson(value))}`;

/**
 * The fingerprint of a tool's definition: the digest of the whole spec, annotations and unknown fields included.
 *
 * @throws {JsonError} for a definition that is not I-JSON.
 */
export const fingerprint = (spec: ToolSpec): Digest =>
  // A definition that crossed a process has lost its members that were `undefined`; both must have one fingerprint.
  digestJson(JSON.parse(JSON.stringify(spec)));
