import {
  type CapabilitySet,
  canonicalJson,
  capabilities,
  type JsonValue,
  type ToolDecision,
  type ToolSpec,
  type ToolVerdict,
  union,
} from '@pawl/core';

/** What is special about a tool that a turn can call. */
interface Traits {
  readonly verdict: ToolVerdict;
  readonly readOnly?: true;
  readonly idempotent?: true;
  readonly cacheable?: true;
  /** The gate adds a member to the arguments. */
  readonly rewrites?: true;
  /** The executor knows it and does not offer it. */
  readonly hidden?: true;
  /** Its results are untrusted. */
  readonly taints?: true;
  /** It requires a capability that untrusted content takes away. */
  readonly egress?: true;
  readonly fails?: true;
}

/** The tools that a turn can call, each named after what is special about it. */
export type TurnTool =
  | 'writes'
  | 'asks'
  | 'reads'
  | 'repeats'
  | 'asks_repeats'
  | 'asks_remembers'
  | 'asks_rewrites'
  | 'rewrites'
  | 'denies'
  | 'hidden'
  | 'taints'
  | 'sends'
  | 'asks_sends'
  | 'fails';

const traits: Readonly<Record<TurnTool, Traits>> = {
  writes: { verdict: 'allow' },
  asks: { verdict: 'ask' },
  reads: { verdict: 'allow', readOnly: true },
  repeats: { verdict: 'allow', idempotent: true },
  asks_repeats: { verdict: 'ask', idempotent: true },
  asks_remembers: { verdict: 'ask', cacheable: true },
  asks_rewrites: { verdict: 'ask', rewrites: true },
  rewrites: { verdict: 'allow', rewrites: true },
  denies: { verdict: 'deny' },
  hidden: { verdict: 'allow', hidden: true },
  taints: { verdict: 'allow', readOnly: true, taints: true },
  sends: { verdict: 'allow', egress: true },
  asks_sends: { verdict: 'ask', egress: true },
  fails: { verdict: 'allow', fails: true },
};

/** All of them. */
export const turnTools: readonly TurnTool[] = Object.keys(traits) as TurnTool[]; // the table's own keys

const byName: ReadonlyMap<string, Traits> = new Map(Object.entries(traits));

/** What is special about a tool; `undefined` for a name that no tool has. */
export const traitsOf = (tool: string): Traits | undefined => byName.get(tool);

/** A tool's definition; `version` goes up when it is defined anew. */
export const turnSpec = (tool: string, version: number): ToolSpec => {
  const { readOnly, idempotent, cacheable, taints } = traitsOf(tool) ?? { verdict: 'allow' };
  return Object.freeze({
    name: tool,
    description: `the kit's tool that ${tool}, version ${version}`,
    inputSchema: { type: 'object' },
    annotations: {
      ...(readOnly === undefined ? {} : { readOnlyHint: true }),
      ...(idempotent === undefined ? {} : { idempotentHint: true }),
      openWorldHint: taints === true,
    },
    ...(cacheable === undefined ? {} : { cacheableApproval: true }),
  });
};

/** Whether it does no harm to run an interrupted call of the tool again. */
export const isRepeatable = (tool: string): boolean => {
  const found = traitsOf(tool);
  return found?.readOnly === true || found?.idempotent === true;
};

/** What the tool requires; `more` since its requirements were raised. */
export const requiredBy = (tool: string, more: CapabilitySet): CapabilitySet =>
  union(capabilities(traitsOf(tool)?.egress === true ? 'arbitrary-egress' : 'local-read'), more);

/** Arguments that the gate denies, whatever the tool. */
export const deniedArgs: JsonValue = { path: 'denied' };

/** What a person puts in place of the model's arguments. */
export const editedArgs: JsonValue = { path: 'edited', n: 7 };

const argsTable: readonly (JsonValue | undefined)[] = [
  { path: 'a', n: 1 },
  { n: 1, path: 'a' },
  { path: 'b', n: 1 },
  undefined,
  deniedArgs,
];

/** How many arguments there are to choose from. */
export const argsCount: number = argsTable.length;

/** The arguments of a proposed call. */
export const argsAt = (index: number): { readonly args?: JsonValue } => {
  const args = argsTable[index % argsTable.length];
  return args === undefined ? {} : { args };
};

/** Text that is equal exactly when two arguments are. */
export const argsKey = (args: JsonValue | undefined): string => (args === undefined ? '' : canonicalJson(args));

/** The arguments that the gate lets run. */
export const argsToRun = (tool: string, args: JsonValue | undefined): JsonValue | undefined =>
  traitsOf(tool)?.rewrites !== true || (typeof args === 'object' && args !== null && 'checked' in args)
    ? args
    : { ...(typeof args === 'object' ? args : {}), checked: true };

/** What the gate says to arguments; `forbidden` since the tool was. */
export const decisionOn = (tool: string, args: JsonValue | undefined, forbidden: boolean): ToolDecision => {
  const { verdict } = traitsOf(tool) ?? { verdict: 'deny' };
  if (forbidden || verdict === 'deny' || argsKey(args) === argsKey(deniedArgs)) {
    return { verdict: 'deny', reason: `the kit denies ${tool}` };
  }
  const run = argsToRun(tool, args);
  return {
    verdict,
    ...(verdict === 'ask' ? { reason: `the kit asks about ${tool}` } : {}),
    ...(run === args || run === undefined ? {} : { args: run }),
  };
};
