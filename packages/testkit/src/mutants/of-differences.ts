import {
  allow,
  type CapabilitySet,
  canonicalJson,
  capabilityNames,
  type JsonValue,
  layer,
  type ToolDecision,
} from '@pawl/core';
import {
  type ApprovalMemoryFaults,
  approvalKeyOf,
  type KeyParts,
  rememberingLayer,
} from '../reference/approval-memory.js';
import { wrapperSubject } from '../subject/wrapper-subject.js';
import type { Mutant } from './mutant.js';
import { written } from './written.js';

const remembering = (breaks: string, faults: ApprovalMemoryFaults): Mutant =>
  written('APR-05', 'preDispatch', breaks, {
    subject: (name) => wrapperSubject({ name, create: () => rememberingLayer(faults) }),
  });

const keyed = (breaks: string, change: (parts: KeyParts) => Partial<KeyParts>): Mutant =>
  remembering(breaks, { keyOf: (parts) => approvalKeyOf({ ...parts, ...change(parts) }) });

const each = (value: JsonValue, change: (leaf: JsonValue) => JsonValue): JsonValue => {
  if (typeof value !== 'object' || value === null) return change(value);
  if (Array.isArray(value)) return change(value.map((item: JsonValue) => each(item, change)));
  // A member of JSON is JSON.
  return change(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, each(item as JsonValue, change)])));
};

/** A memory that changes every value within the arguments before it makes a key of them. */
const folding = (breaks: string, change: (leaf: JsonValue) => JsonValue): Mutant =>
  keyed(breaks, ({ args }) => ({ args: args === undefined ? undefined : each(args, change) }));

const ofText =
  (change: (text: string) => string) =>
  (leaf: JsonValue): JsonValue =>
    typeof leaf === 'string' ? change(leaf) : leaf;

const ofNumber =
  (change: (value: number) => number) =>
  (leaf: JsonValue): JsonValue =>
    typeof leaf === 'number' ? change(leaf) : leaf;

const isPlain = (value: JsonValue): value is { readonly [key: string]: JsonValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const weakHash = (text: string): number => {
  let value = 0;
  for (const unit of text) value = (Math.imul(value, 31) + unit.charCodeAt(0)) | 0;
  return value;
};

const sizeOf = (set: CapabilitySet): number => capabilityNames(set).length;

/** What a memory of the given answer makes of a decision. */
const answering = (breaks: string, answer: (decision: ToolDecision) => ToolDecision): Mutant =>
  written('APR-06', 'preDispatch', breaks, {
    subject: (name) =>
      wrapperSubject({
        name,
        create: () => {
          const { layer: right, ...rest } = rememberingLayer();
          const made = layer('approval-memory', { preDispatch: 'remembers' }, (inner, scope) => {
            const memory = right(inner);
            return {
              preDispatch: async (call) => {
                const own = await inner.preDispatch(call);
                const decision = scope === undefined ? await memory.preDispatch(call) : own;
                return own.verdict === 'ask' && decision.verdict === 'allow' ? answer(decision) : decision;
              },
            };
          });
          return { ...rest, layer: made };
        },
      }),
  });

/** Mutants of the laws about what shares an answer. */
export const ofDifferences: readonly Mutant[] = [
  folding(
    'a memory that folds the case of texts',
    ofText((text) => text.toLowerCase()),
  ),
  folding(
    'a memory that trims texts',
    ofText((text) => text.trim()),
  ),
  folding(
    'a memory that collapses white space',
    ofText((text) => text.replaceAll(/\s+/g, ' ')),
  ),
  folding(
    'a memory that composes letters',
    ofText((text) => text.normalize('NFC')),
  ),
  folding(
    'a memory that folds compatible letters',
    ofText((text) => text.normalize('NFKC')),
  ),
  folding(
    'a memory that keeps the beginning of a text',
    ofText((text) => text.slice(0, 200)),
  ),
  folding(
    'a memory that keeps ASCII alone',
    ofText((text) => text.replaceAll(/[^ -~]/g, '?')),
  ),
  folding(
    'a memory that normalises paths',
    ofText((text) => text.replace(/^\.\//, '')),
  ),
  folding(
    'a memory that decodes addresses',
    ofText((text) => text.replaceAll('%72', 'r')),
  ),
  folding('a memory that rounds numbers', ofNumber(Math.round)),
  folding(
    'a memory that keeps numbers in 32 bits',
    ofNumber((value) => value | 0),
  ),
  folding('a memory that keeps numbers in single precision', ofNumber(Math.fround)),
  folding('a memory that compares texts and numbers loosely', (leaf) =>
    typeof leaf === 'number' || typeof leaf === 'boolean' ? String(leaf) : leaf,
  ),
  folding('a memory that takes every empty value for the same', (leaf) =>
    leaf === '' || leaf === 0 || leaf === false ? null : leaf,
  ),
  folding('a memory that sorts lists', (leaf) =>
    Array.isArray(leaf) ? leaf.toSorted((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1)) : leaf,
  ),
  folding('a memory that keeps a list as a set', (leaf) =>
    Array.isArray(leaf) ? [...new Map(leaf.map((item: JsonValue) => [canonicalJson(item), item])).values()] : leaf,
  ),
  folding('a memory that unwraps a list of one', (leaf) =>
    Array.isArray(leaf) && leaf.length === 1 ? (leaf[0] ?? null) : leaf,
  ),
  folding('a memory that joins lists by commas', (leaf) => (Array.isArray(leaf) ? [leaf.map(String).join(',')] : leaf)),
  folding('a memory that leaves out members that are null', (leaf) =>
    isPlain(leaf) ? Object.fromEntries(Object.entries(leaf).filter(([, value]) => value !== null)) : leaf,
  ),
  folding('a memory that leaves out members that begin with an underscore', (leaf) =>
    isPlain(leaf) ? Object.fromEntries(Object.entries(leaf).filter(([key]) => !key.startsWith('_'))) : leaf,
  ),
  folding('a memory that folds the case of keys', (leaf) =>
    isPlain(leaf) ? Object.fromEntries(Object.entries(leaf).map(([key, value]) => [key.toLowerCase(), value])) : leaf,
  ),
  folding('a memory that copies objects member by member', (leaf) => {
    if (!isPlain(leaf)) return leaf;
    const copy: Record<string, JsonValue> = {};
    for (const [key, value] of Object.entries(leaf)) copy[key] = value;
    return copy;
  }),
  keyed('a memory that looks at the outermost members alone', ({ args }) => ({
    args: isPlain(args ?? null)
      ? Object.entries(args ?? {}).map(([key, value]) => [key, typeof value === 'object' ? 'some' : value])
      : args,
  })),
  keyed('a memory that looks at values alone', ({ args }) => ({
    args: isPlain(args ?? null) ? Object.values(args ?? {}) : args,
  })),
  keyed('a memory that looks at the first items of a list', ({ args }) => ({
    args: args === undefined ? undefined : each(args, (leaf) => (Array.isArray(leaf) ? leaf.slice(0, 64) : leaf)),
  })),
  remembering('a memory that keeps a weak hash of its key', {
    keyOf: (parts) => String(weakHash(approvalKeyOf(parts))),
  }),
  remembering('a memory that folds the case of its key', { keyOf: (parts) => approvalKeyOf(parts).toLowerCase() }),
  remembering('a memory that joins its key by colons', {
    keyOf: ({ tool, caller, session, ...rest }) =>
      `${caller ?? ''}:${session ?? ''}:${approvalKeyOf({ ...rest, tool, caller: undefined, session: undefined })}`,
  }),
  remembering('a memory that writes an absent caller as text', {
    keyOf: ({ caller, session, ...rest }) =>
      approvalKeyOf({ ...rest, caller: String(caller), session: session ?? undefined }),
  }),
  keyed('a memory in which no session is the empty one', ({ session }) => ({ session: session ?? '' })),
  keyed('a memory in which no caller is a stranger', ({ caller }) => ({ caller: caller ?? 'anonymous' })),
  keyed('a memory that knows the two principals in no order', ({ caller, session }) => {
    const [first, second] = [caller ?? '', session ?? ''].toSorted();
    return { caller: first, session: second };
  }),
  keyed('a memory that knows a definition by its description', ({ spec }) => ({
    spec: spec && { name: spec.name, description: spec.description, inputSchema: {} },
  })),
  keyed('a memory that knows a definition by its text and schema', ({ spec }) => ({
    spec: spec && { name: spec.name, description: spec.description, inputSchema: spec.inputSchema },
  })),
  keyed('a memory that knows a schema by the names of its members', ({ spec }) => ({
    spec: spec && { ...spec, inputSchema: { names: Object.keys(Object(spec.inputSchema['properties'])) } },
  })),
  keyed('a memory that looks at the risky hints alone', ({ spec }) => ({
    spec: spec && {
      ...spec,
      annotations: { destructiveHint: spec.annotations?.destructiveHint === true },
    },
  })),
  keyed('a memory that counts hints', ({ spec }) => ({
    spec: spec && {
      ...spec,
      annotations: {},
      meta: { count: Object.values({ ...spec.annotations }).filter((hint) => hint === true).length },
    },
  })),
  remembering('a memory that compares how many capabilities there are', {
    isCovered: (required, remembered) => sizeOf(required) <= sizeOf(remembered),
  }),
  remembering('a memory that compares capabilities as numbers', {
    isCovered: (required, remembered) => required <= remembered,
  }),
  remembering('a memory that is content with one capability in common', {
    isCovered: (required, remembered) => (required & remembered) !== 0,
  }),
  answering('a memory that answers with a bare allow', () => allow()),
  answering('a memory that loses the notes', ({ notes: _notes, ...rest }) => rest),
  answering('a memory that loses the rewritten arguments', ({ args: _args, ...rest }) => rest),
  answering('a memory that keeps the first note', ({ notes, ...rest }) => ({
    ...rest,
    ...(notes === undefined ? {} : { notes: notes.slice(0, 1) }),
  })),
  answering('a memory that copies what is not falsy', ({ verdict, args, notes }) => ({
    verdict,
    ...(args ? { args } : {}),
    ...(notes ? { notes } : {}),
  })),
];
