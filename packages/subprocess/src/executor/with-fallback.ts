import type { ToolExecutor, ToolSpec, WorkerRoot, WorkerScope } from '@pawl/core';

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

/** The catalogues of both, in one array until one of them changes. */
const unionOf = (own: ToolExecutor, fallback: ToolExecutor): ToolExecutor['specs'] => {
  let from: readonly [readonly ToolSpec[], readonly ToolSpec[]] | undefined;
  let union: readonly ToolSpec[] = [];
  return () => {
    const now = [own.specs(), fallback.specs()] as const;
    if (from === undefined || now[0] !== from[0] || now[1] !== from[1]) {
      union = Object.freeze([...now[0], ...now[1].filter(({ name }) => !own.owns(name))]);
      from = now;
    }
    return union;
  };
};

/**
 * Both executors as one: `own` answers for the names that it owns, `fallback` for every other one, on every member of
 * the contract. Written out in full, so that the compiler notices a member that is forgotten.
 */
export const withFallback = (own: ToolExecutor, fallback: ToolExecutor): ToolExecutor => {
  const owner = (tool: string): ToolExecutor => (own.owns(tool) ? own : fallback);
  return {
    specs: unionOf(own, fallback),
    onSpecsChange: (listener) => {
      const leave = [own.onSpecsChange(listener), fallback.onSpecsChange(listener)];
      return () => {
        for (const unsubscribe of leave) unsubscribe();
      };
    },
    owns: (tool) => own.owns(tool) || fallback.owns(tool),
    needsApproval: (tool) => owner(tool).needsApproval(tool),
    cacheableApproval: (tool) => owner(tool).cacheableApproval(tool),
    requiredCapabilities: (tool) => owner(tool).requiredCapabilities(tool),
    ingestsUntrustedContent: (tool) => owner(tool).ingestsUntrustedContent(tool),
    preDispatch: (call) => owner(call.tool).preDispatch(call),
    sandboxWouldDeny: (call) => owner(call.tool).sandboxWouldDeny(call),
    recoverUnadvertised: async (call) => {
      if (own.owns(call.tool)) return own.recoverUnadvertised(call);
      // A name that is nobody's may be a slip for a tool of either; the fallback's tool of a name of ours never runs.
      const mine = fallback.owns(call.tool) ? [] : await own.recoverUnadvertised(call);
      const theirs = await fallback.recoverUnadvertised(call);
      return mine.length === 0 && !theirs.some(({ name }) => own.owns(name))
        ? theirs
        : [...mine, ...theirs.filter(({ name }) => !own.owns(name))];
    },
    execute: (call) => owner(call.tool).execute(call),
    executeStream: (call) => owner(call.tool).executeStream(call),
    postDispatch: (call, outcome) => owner(call.tool).postDispatch(call, outcome),
    forWorker: (scope) => rootOf(own, fallback, scope),
  };
};
