import { derivedSpecs, type ToolExecutor, type ToolSpec, type WorkerRoot, type WorkerScope } from '@pawl/core';

const rootOf = async (own: ToolExecutor, fallback: ToolExecutor, scope: WorkerScope): Promise<WorkerRoot> => {
  // One after the other: where one refuses, the other has not copied anything yet that nobody would use.
  const mine = await own.forWorker(scope);
  if (mine.kind === 'refused') return mine;
  const other = await fallback.forWorker(scope);
  if (other.kind === 'refused') return other;
  if (mine.kind === 'no-workspace' && other.kind === 'no-workspace') return mine;
  return {
    kind: 'rooted',
    executor: withFallback(
      mine.kind === 'rooted' ? mine.executor : own,
      other.kind === 'rooted' ? other.executor : fallback,
    ),
    seeded: [...(mine.kind === 'rooted' ? mine.seeded : []), ...(other.kind === 'rooted' ? other.seeded : [])],
  };
};

/**
 * Both executors as one: `own` answers for the names that it owns, `fallback` for every other one, on every member of
 * the contract. Written out in full, so that the compiler notices a member that is forgotten.
 */
export const withFallback = (own: ToolExecutor, fallback: ToolExecutor): ToolExecutor => {
  const owner = (tool: string): ToolExecutor => (own.owns(tool) ? own : fallback);
  const foreign = (specs: readonly ToolSpec[]): readonly ToolSpec[] =>
    specs.some(({ name }) => own.owns(name)) ? specs.filter(({ name }) => !own.owns(name)) : specs;
  return {
    // The programs' own catalogue never changes.
    specs: derivedSpecs(
      () => fallback.specs(),
      (specs) => [...own.specs(), ...foreign(specs)],
    ),
    onSpecsChange: (listener) => fallback.onSpecsChange(listener),
    owns: (tool) => own.owns(tool) || fallback.owns(tool),
    needsApproval: (tool) => owner(tool).needsApproval(tool),
    cacheableApproval: (tool) => owner(tool).cacheableApproval(tool),
    requiredCapabilities: (tool) => owner(tool).requiredCapabilities(tool),
    ingestsUntrustedContent: (tool) => owner(tool).ingestsUntrustedContent(tool),
    preDispatch: (call) => owner(call.tool).preDispatch(call),
    sandboxWouldDeny: (call) => owner(call.tool).sandboxWouldDeny(call),
    recoverUnadvertised: async (call) => {
      if (own.owns(call.tool)) return own.recoverUnadvertised(call);
      // A name of ours is advertised already, and the fallback's tool of that name never runs.
      return foreign(await fallback.recoverUnadvertised(call));
    },
    execute: (call) => owner(call.tool).execute(call),
    executeStream: (call) => owner(call.tool).executeStream(call),
    postDispatch: (call, outcome) => owner(call.tool).postDispatch(call, outcome),
    forWorker: (scope) => rootOf(own, fallback, scope),
  };
};
