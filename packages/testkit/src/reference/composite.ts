import {
  ALL,
  deny,
  type ToolCall,
  type ToolExecutor,
  type ToolSpec,
  unknownTool,
  type WorkerRoot,
  type WorkerScope,
} from '@pawl/core';
import type { CompositeSource } from '../subject/subject.js';

/** A catalogue put together anew for each set of arrays of the sources. */
const joined = (executors: readonly ToolExecutor[]): (() => readonly ToolSpec[]) => {
  let from: readonly (readonly ToolSpec[])[] = [];
  let all: readonly ToolSpec[] = [];
  return () => {
    const now = executors.map((executor) => executor.specs());
    if (now.length !== from.length || now.some((specs, index) => specs !== from[index])) {
      from = now;
      all = Object.freeze(now.flat());
    }
    return all;
  };
};

const workers = async (sources: readonly CompositeSource[], scope: WorkerScope): Promise<WorkerRoot> => {
  const roots: WorkerRoot[] = [];
  for (const { executor } of sources) roots.push(await executor.forWorker(scope));
  const refused = roots.find(({ kind }) => kind === 'refused');
  if (refused !== undefined) return refused;
  if (roots.every(({ kind }) => kind === 'no-workspace')) return { kind: 'no-workspace' };
  const own = sources.map((source, index) => {
    const root = roots[index];
    return root?.kind === 'rooted' ? { ...source, executor: root.executor } : source;
  });
  const seeded = roots.flatMap((root) => (root.kind === 'rooted' ? root.seeded : []));
  return { kind: 'rooted', executor: composite(own), seeded };
};

const requireUnique = (sources: readonly CompositeSource[]): void => {
  const owners = new Map<string, string>();
  for (const { name, executor } of sources) {
    for (const spec of executor.specs()) {
      const other = owners.get(spec.name);
      if (other !== undefined)
        throw new TypeError(`${JSON.stringify(spec.name)} is offered by ${other} and by ${name}`);
      owners.set(spec.name, name);
    }
  }
};

/**
 * A correct composite, for mutants to be made of: the first source that owns a name answers for it.
 *
 * @throws {TypeError} for a name that two sources offer.
 */
export const composite = (sources: readonly CompositeSource[]): ToolExecutor => {
  requireUnique(sources);
  const executors = sources.map(({ executor }) => executor);
  const owner = (tool: string): ToolExecutor | undefined => executors.find((executor) => executor.owns(tool));
  const refuse = (call: ToolCall): Promise<never> => Promise.reject(unknownTool(call.tool));
  return {
    specs: joined(executors),
    onSpecsChange: (listener) => {
      const stops = executors.map((executor) => executor.onSpecsChange(() => listener()));
      return () => {
        for (const stop of stops) stop();
      };
    },
    owns: (tool) => owner(tool) !== undefined,
    needsApproval: (tool) => owner(tool)?.needsApproval(tool) ?? true,
    cacheableApproval: (tool) => owner(tool)?.cacheableApproval(tool) ?? false,
    requiredCapabilities: (tool) => owner(tool)?.requiredCapabilities(tool) ?? ALL,
    ingestsUntrustedContent: (tool) => owner(tool)?.ingestsUntrustedContent(tool) ?? true,
    preDispatch: async (call) => owner(call.tool)?.preDispatch(call) ?? deny('nobody has this tool'),
    sandboxWouldDeny: async (call) => owner(call.tool)?.sandboxWouldDeny(call) ?? false,
    recoverUnadvertised: async (call) => {
      const listed = new Set(executors.flatMap((executor) => executor.specs().map(({ name }) => name)));
      const found = await Promise.all(executors.map((executor) => executor.recoverUnadvertised(call)));
      return found.flat().filter(({ name }) => !listed.has(name));
    },
    execute: (call) => owner(call.tool)?.execute(call) ?? refuse(call),
    executeStream: (call) => owner(call.tool)?.executeStream(call) ?? refuse(call),
    postDispatch: async (call, outcome) => owner(call.tool)?.postDispatch(call, outcome) ?? outcome,
    forWorker: (scope) => workers(sources, scope),
  };
};
