import { withArgs } from '@pawl/core';
import {
  type ApprovalMemoryFaults,
  approvalKeyOf,
  type KeyParts,
  rememberingLayer,
} from '../reference/approval-memory.js';
import { wrapperSubject } from '../subject/wrapper-subject.js';
import { handmade } from './handmade.js';
import type { Mutant } from './mutant.js';
import { written } from './written.js';

const remembering = (law: string, breaks: string, faults: ApprovalMemoryFaults, reference?: string): Mutant =>
  written(law, law === 'APR-02' ? 'forWorker' : 'preDispatch', breaks, {
    subject: (name) => wrapperSubject({ name, create: () => rememberingLayer(faults) }),
    ...(reference === undefined ? {} : { reference }),
  });

const keyed = (breaks: string, change: (parts: KeyParts) => Partial<KeyParts>, reference?: string): Mutant =>
  remembering('APR-01', breaks, { keyOf: (parts) => approvalKeyOf({ ...parts, ...change(parts) }) }, reference);

/** Mutants of the laws about approvals. */
export const ofApprovals: readonly Mutant[] = [
  keyed(
    'a memory whose key leaves out the caller',
    () => ({ caller: undefined }),
    'LibreChat PR10201, google/adk-python#3659',
  ),
  keyed('a memory whose key leaves out the session', () => ({ session: undefined })),
  keyed('a memory whose key leaves out the definition', () => ({ spec: undefined })),
  keyed('a memory whose key leaves out the arguments', () => ({ args: null }), 'pi-mcp-adapter#367'),
  keyed('a memory whose key leaves out the tool', () => ({ tool: '', spec: undefined })),
  remembering(
    'APR-01',
    'a memory that keeps once for the session',
    { scopeOf: () => 'session' },
    'hermes-webui PR6036',
  ),
  remembering('APR-01', 'a memory that never asks whether it may remember', { isCacheable: () => true }),
  remembering('APR-01', 'a memory that forgets what was required', { isCovered: () => true }),
  remembering('APR-01', 'a memory that writes every argument as text', {
    keyOf: (parts) => approvalKeyOf({ ...parts, args: JSON.stringify(parts.args ?? null).replaceAll('"', '') }),
  }),
  remembering('APR-02', 'a memory that workers share', { workers: 'shared' }),
  remembering(
    'APR-03',
    'a memory in which missing arguments are null',
    { keyOf: (parts) => approvalKeyOf({ ...parts, args: parts.args ?? null }) },
    'Agenta-AI/agenta PR4854',
  ),
  remembering('APR-03', 'a memory in which null arguments are an empty object', {
    keyOf: (parts) => approvalKeyOf({ ...parts, args: parts.args === null ? {} : parts.args }),
  }),
  remembering('APR-03', 'a memory whose key keeps the order of the arguments', {
    keyOf: (parts) =>
      approvalKeyOf({ ...parts, args: parts.args === undefined ? undefined : [JSON.stringify(parts.args)] }),
  }),
  remembering(
    'APR-04',
    'a memory that compares the arguments that the model gave',
    { argsOf: 'given', keyOf: (parts) => approvalKeyOf({ ...parts, args: null }) },
    'pydantic-ai#6968',
  ),
  written('APR-04', 'execute', 'a wrapper that changes the arguments after the approval', {
    reference: 'openclaw PR142700',
    subject: (name) =>
      handmade(name, { execute: 'rewrites' }, (inner) => ({
        execute: (call) => inner.execute(withArgs(call, { path: 'changed' })),
      })),
  }),
];
