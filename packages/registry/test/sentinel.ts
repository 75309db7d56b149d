import {
  type CapabilitySet,
  defineExecutor,
  type ToolCall,
  type ToolExecutor,
  ToolFailure,
  type ToolSpec,
  type WorkerRoot,
} from '@pawl/core';

/** A number that varies with the text, so that every answer can be told from every other. */
const mark = (text: string): number => {
  let hash = 17;
  for (const letter of text) hash = (hash * 31 + letter.charCodeAt(0)) % 9973;
  return hash;
};

/** A spec with everything in it, also a field that nobody knows. */
export const specOf = (name: string, owner: string): ToolSpec =>
  Object.freeze({ name, description: `${name} of ${owner}`, inputSchema: { type: 'object' }, futureField: owner });

/** What a sentinel was asked. */
export interface Sentinel {
  readonly executor: ToolExecutor;
  readonly asked: { readonly member: string; readonly call: ToolCall }[];
  /** Changes the catalogue; tells of it, unless `silently`. */
  readonly set: (names: readonly string[], how?: 'silently') => void;
  readonly listening: () => number;
}

/** An executor whose every answer differs by its label, the member and the name, and never is the default one by rule. */
export const sentinel = (label: string, names: readonly string[], root?: WorkerRoot): Sentinel => {
  const asked: { readonly member: string; readonly call: ToolCall }[] = [];
  const heard = new Set<() => void>();
  let specs: readonly ToolSpec[] = Object.freeze(names.map((name) => specOf(name, label)));
  const bit = (member: string, name: string): boolean => mark(`${label}/${member}/${name}`) % 2 === 1;
  const note = (member: string, call: ToolCall): string => {
    asked.push({ member, call });
    return `${label}/${member}/${call.tool}`;
  };
  const executor = defineExecutor({
    specs: () => specs,
    onSpecsChange: (listener) => {
      const entry = (): void => listener();
      heard.add(entry);
      return () => void heard.delete(entry);
    },
    needsApproval: (name) => bit('needsApproval', name),
    cacheableApproval: (name) => bit('cacheableApproval', name),
    ingestsUntrustedContent: (name) => bit('ingestsUntrustedContent', name),
    // Five bits of the set, so never "everything".
    requiredCapabilities: (name) => (mark(`${label}/required/${name}`) % 31) as CapabilitySet,
    preDispatch: async (call) => ({ verdict: 'allow', args: note('preDispatch', call), notes: [label] }),
    sandboxWouldDeny: async (call) => mark(note('sandboxWouldDeny', call)) % 2 === 1,
    recoverUnadvertised: async () => [],
    execute: async (call) => {
      const words = note('execute', call);
      if (bit('fails', call.tool)) throw new ToolFailure(words, { code: label, outcome: 'unknown', terminal: true });
      return { output: words, meta: { label }, unknownField: label };
    },
    executeStream: async (call) => {
      const text = note('executeStream', call);
      return (async function* () {
        yield { kind: 'text', text } as const;
        yield { kind: 'done' } as const;
      })();
    },
    postDispatch: async (call, outcome) => {
      note('postDispatch', call);
      return outcome instanceof Error ? outcome : { ...outcome, meta: { seenBy: label } };
    },
    ...(root === undefined ? {} : { forWorker: async () => root }),
  });
  return {
    executor,
    asked,
    set: (next, how) => {
      specs = Object.freeze(next.map((name) => specs.find((spec) => spec.name === name) ?? specOf(name, label)));
      if (how !== 'silently') for (const listener of [...heard]) listener();
    },
    listening: () => heard.size,
  };
};
