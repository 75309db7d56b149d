import {
  ALL,
  type CapabilitySet,
  canonicalJson,
  type JsonObject,
  NONE,
  type ToolCall,
  type ToolDecision,
  type ToolExecution,
  ToolFailure,
  type ToolOutcome,
  type ToolSpec,
  type ToolStreamChunk,
} from '@pawl/core';
import { hash } from './hash.js';

/** The answers of a base that knows a name, each a pure function of the salt, the member, the name and the arguments. */
export interface Answers {
  /** What the base answers about a name that it knows. */
  readonly needsApproval: (tool: string, spec: ToolSpec) => boolean;
  /** Whether an approval may be remembered. */
  readonly cacheableApproval: (tool: string, spec: ToolSpec) => boolean;
  /** What the tool requires. */
  readonly requiredCapabilities: (tool: string, spec: ToolSpec) => CapabilitySet;
  /** Whether its results taint. */
  readonly ingestsUntrustedContent: (tool: string, spec: ToolSpec) => boolean;
  /** The decision on a call, never looser than what the name says. */
  readonly preDispatch: (call: ToolCall, needsApproval: boolean) => ToolDecision;
  /** What the sandbox would say. */
  readonly sandboxWouldDeny: (call: ToolCall) => boolean;
  /** What running the call comes to. */
  readonly execute: (call: ToolCall) => ToolOutcome;
  /** The chunks of the same call as a stream. */
  readonly stream: (call: ToolCall) => readonly ToolStreamChunk[];
  /** What becomes of an outcome. */
  readonly postDispatch: (call: ToolCall, outcome: ToolOutcome) => ToolOutcome;
}

const argsKey = (call: ToolCall): string => (call.args === undefined ? '' : canonicalJson(call.args));

/** Three times in four the opposite of the default, so that a wrapper that answers by default shows itself. */
const against = (byDefault: boolean, drawn: number): boolean => (drawn % 4 === 0 ? byDefault : !byDefault);

const decisionFrom = (drawn: number, needsApproval: boolean): ToolDecision => {
  const verdict = needsApproval
    ? drawn % 3 === 0
      ? 'deny'
      : 'ask'
    : (['allow', 'allow', 'ask', 'deny'] as const)[drawn % 4];
  const rest = hash(drawn, 'rest');
  return {
    verdict: verdict ?? 'allow',
    ...(verdict === 'allow' ? {} : { reason: `the base says ${verdict} (${drawn % 91})` }),
    ...(rest % 3 === 0 ? { notes: [`note ${rest % 71}`, 'second note'] } : {}),
    ...(rest % 5 === 0 && verdict !== 'deny' ? { args: { rewritten: rest % 67 } } : {}),
    ...(rest % 7 === 0 ? { vendorField: rest % 61 } : {}),
  };
};

const failureFrom = (drawn: number): ToolFailure => {
  const failure = new ToolFailure(`the base failed (${drawn % 91})`, {
    code: drawn % 2 === 0 ? 'tool-error' : `vendor-${drawn % 5}`,
    terminal: drawn % 3 === 0,
    outcome: (['failed', 'unknown', 'not-started'] as const)[drawn % 3] ?? 'failed',
    cause: new Error(`cause ${drawn % 19}`),
    ...(drawn % 5 < 3 ? { output: { content: [{ type: 'text', text: `error ${drawn % 23}` }], isError: true } } : {}),
    ...(drawn % 7 < 3 ? { meta: { attempt: drawn % 29 } } : {}),
  });
  return Object.assign(failure, { vendorField: drawn % 31 });
};

const executionFrom = (call: ToolCall, drawn: number): ToolExecution & JsonObject => ({
  output: {
    tool: call.tool,
    id: call.id,
    content: [
      { type: 'text', text: `result ${drawn % 97}` },
      { type: 'image', data: 'AA==' },
    ],
  },
  ...(drawn % 3 === 0 ? { meta: { 'org.example/took': drawn % 89 } } : {}),
  vendorField: { kept: drawn % 83 },
});

/** With a field that is nobody's. */
const withExtra = (chunk: ToolStreamChunk, vendorField: number): ToolStreamChunk =>
  Object.assign({ ...chunk }, { vendorField });

const streamFrom = (call: ToolCall, drawn: number): readonly ToolStreamChunk[] => {
  const chunks: ToolStreamChunk[] = [];
  for (let index = 0; index < drawn % 5; index++) {
    const more = hash(drawn, index);
    const kinds: readonly ToolStreamChunk[] = [
      { kind: 'text', text: `part ${more % 97} ` },
      { kind: 'data', data: { row: more % 89 } },
      { kind: 'progress', fraction: index / 5, message: `step ${index}` },
    ];
    chunks.push(withExtra(kinds[more % 3] as ToolStreamChunk, more % 83)); // the index lies within the list
  }
  const last: ToolStreamChunk =
    drawn % 4 === 0
      ? { kind: 'error', failure: failureFrom(drawn) }
      : { kind: 'done', result: executionFrom(call, drawn) };
  return [...chunks, withExtra(last, drawn % 79)];
};

const capabilitiesFrom = (drawn: number): CapabilitySet => {
  const value = drawn & ALL;
  // Neither of the two answers that a wrapper might make up; every number from NONE to ALL is a set.
  return (value === ALL || value === NONE ? 10 : value) as CapabilitySet;
};

/** Sentinel answers: different from the default of the member and from the other members, varying by name and arguments. */
export const answersFrom = (salt: number): Answers => {
  const draw = (member: string, call: ToolCall): number => hash(salt, member, call.tool, argsKey(call));
  return {
    needsApproval: (tool, spec) => against(spec.annotations?.readOnlyHint !== true, hash(salt, 'needsApproval', tool)),
    cacheableApproval: (tool, spec) => against(spec.cacheableApproval === true, hash(salt, 'cacheableApproval', tool)),
    requiredCapabilities: (tool) => capabilitiesFrom(hash(salt, 'requiredCapabilities', tool)),
    ingestsUntrustedContent: (tool, spec) =>
      against(spec.annotations?.openWorldHint !== false, hash(salt, 'ingestsUntrustedContent', tool)),
    preDispatch: (call, needsApproval) => decisionFrom(draw('preDispatch', call), needsApproval),
    sandboxWouldDeny: (call) => draw('sandboxWouldDeny', call) % 4 !== 0,
    execute: (call) => {
      const drawn = draw('execute', call);
      return drawn % 4 === 0 ? failureFrom(drawn) : executionFrom(call, drawn);
    },
    stream: (call) => streamFrom(call, draw('executeStream', call)),
    postDispatch: (call, outcome) => {
      const drawn = draw('postDispatch', call);
      if (drawn % 4 === 0) return outcome;
      const meta = { ...outcome.meta, seenBy: `base ${drawn % 73}` };
      return outcome instanceof ToolFailure ? outcome.with({ meta }) : { ...outcome, meta };
    },
  };
};
