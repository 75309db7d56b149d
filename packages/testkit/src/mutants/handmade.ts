import type { ToolExecutor, Touches, WorkerScope } from '@pawl/core';
import type { WrapperSubject } from '../subject/subject.js';
import { type WrapperSubjectOptions, wrapperSubject } from '../subject/wrapper-subject.js';

/** An executor that hands every member on, each written out. */
export const forwarding = (inner: ToolExecutor): ToolExecutor => ({
  specs: () => inner.specs(),
  onSpecsChange: (listener) => inner.onSpecsChange(listener),
  owns: (tool) => inner.owns(tool),
  needsApproval: (tool) => inner.needsApproval(tool),
  cacheableApproval: (tool) => inner.cacheableApproval(tool),
  requiredCapabilities: (tool) => inner.requiredCapabilities(tool),
  ingestsUntrustedContent: (tool) => inner.ingestsUntrustedContent(tool),
  preDispatch: (call) => inner.preDispatch(call),
  sandboxWouldDeny: (call) => inner.sandboxWouldDeny(call),
  recoverUnadvertised: (call) => inner.recoverUnadvertised(call),
  execute: (call) => inner.execute(call),
  executeStream: (call) => inner.executeStream(call),
  postDispatch: (call, outcome) => inner.postDispatch(call, outcome),
  forWorker: (scope) => inner.forWorker(scope),
});

/** The members that a hand-written wrapper writes itself. */
export type Parts = (inner: ToolExecutor, scope: WorkerScope | undefined) => Partial<ToolExecutor>;

/** A hand-written wrapper: everything handed on, workers wrapped again, and then the given parts. */
export const handWrapped = (inner: ToolExecutor, parts: Parts, scope?: WorkerScope): ToolExecutor => ({
  ...forwarding(inner),
  forWorker: async (workerScope) => {
    const root = await inner.forWorker(workerScope);
    return root.kind === 'rooted' ? { ...root, executor: handWrapped(root.executor, parts, workerScope) } : root;
  },
  ...parts(inner, scope),
});

/** A hand-written wrapper as a subject. */
export const handmade = (
  name: string,
  touches: Touches,
  parts: Parts,
  hooks: Partial<WrapperSubjectOptions> = {},
): WrapperSubject => wrapperSubject({ name, touches, wrap: (inner) => handWrapped(inner, parts), ...hooks });
