import {
  type ApprovalRequest,
  capabilities,
  type DispatchContext,
  type DispatchOutcome,
  dispatch,
  type GateResult,
  gate,
  isSubset,
  type JsonObject,
  type JsonValue,
  type Taint,
  type ToolCallInit,
  type ToolExecutor,
} from '@pawl/core';
import type { CallerDecision, CallerResult, CallerTurn, ProposedToolCall } from '../subject/caller-turn.js';
import { argsKey, isRepeatable } from '../turn/turn-tools.js';

/** What a caller keeps of a turn. */
export interface KeptTurn {
  /** In the order in which the calls ended. */
  readonly results: readonly CallerResult[];
  /** Calls that may have run. */
  readonly started: readonly string[];
}

/** A person's answer that speaks for a call, and the request as that person approved it. */
export interface Spoken {
  readonly decision: CallerDecision;
  readonly approved: ApprovalRequest;
}

/** The parts of the reference caller; each mutant replaces one. */
export interface CallerParts {
  /** The call as the executor gets it. */
  readonly callOf: (turn: CallerTurn, call: ProposedToolCall, args: JsonValue | undefined) => ToolCallInit;
  readonly judge: (executor: ToolExecutor, call: ToolCallInit, context: DispatchContext) => Promise<GateResult>;
  readonly dispatch: (executor: ToolExecutor, call: ToolCallInit, context: DispatchContext) => Promise<DispatchOutcome>;
  /** What people said that could speak for a request, the last word first. */
  readonly spoken: (turn: CallerTurn, request: ApprovalRequest) => readonly Spoken[];
  /** The person's refusal of a call. */
  readonly refusal: (turn: CallerTurn, call: ProposedToolCall) => CallerDecision | undefined;
  /** The arguments that an approved call runs with. */
  readonly argsToRun: (call: ProposedToolCall, spoken: Spoken | undefined) => JsonValue | undefined;
  /** Uses an approval. */
  readonly spend: (turn: CallerTurn, spoken: Spoken) => Promise<boolean>;
  readonly taint: (results: readonly CallerResult[]) => Taint;
  /** Whether an interrupted call may run again. */
  readonly repeats: (turn: CallerTurn, call: ProposedToolCall) => boolean;
  /** What is saved. */
  readonly keep: (kept: KeptTurn) => KeptTurn;
  /** The result of a call that was cut off. */
  readonly interrupted: (call: ProposedToolCall) => CallerResult;
  /** Whether a call of a batch has to be carried out. */
  readonly isOpen: (kept: KeptTurn, call: ProposedToolCall) => boolean;
  /** The calls of a batch that count: the first one of each id. */
  readonly distinct: (batch: readonly ProposedToolCall[]) => readonly ProposedToolCall[];
  /** The result of a call whose approval has been used. */
  readonly usedUp: (call: ProposedToolCall) => CallerResult;
  /** The result of a call that a person refused. */
  readonly refused: (call: ProposedToolCall) => CallerResult;
  readonly resultOf: (outcome: DispatchOutcome) => CallerResult;
  /** Brings results into the order in which they are reported. */
  readonly ordered: (turn: CallerTurn, results: readonly CallerResult[]) => readonly CallerResult[];
  /** What of a batch is reported as pending. */
  readonly reported: (pending: readonly ApprovalRequest[]) => readonly ApprovalRequest[];
  /** Whether the rest of a batch runs while some of it waits. */
  readonly runsWhileWaiting: boolean;
  /** Whether calls that run at the same time wait for one another. */
  readonly oneByOne: boolean;
  /** Whether starts are kept before the tools run. */
  readonly keepsStarts: 'before' | 'after' | 'never';
}

/** A result that did not come from a tool. */
export const said = (
  { id: callId, tool }: ProposedToolCall,
  status: CallerResult['status'],
  output: string,
): CallerResult => ({ callId, tool, status, output, untrusted: false });

const sameDefinition = (a: ApprovalRequest, b: ApprovalRequest): boolean =>
  JSON.stringify(a.spec) === JSON.stringify(b.spec) &&
  isSubset(capabilities(...b.required), capabilities(...a.required)) &&
  isSubset(capabilities(...b.missing), capabilities(...a.missing));

const spokenFor = (turn: CallerTurn, request: ApprovalRequest): readonly Spoken[] =>
  turn.decisions.toReversed().flatMap((decision): readonly Spoken[] => {
    const { request: asked, args, answer, scope } = decision;
    if (answer === 'refuse') return [];
    const approved = args === undefined ? asked : { ...asked, args };
    if (asked.callId === request.callId) return [{ decision, approved }];
    const wide = scope === 'session' || (scope === 'call' && argsKey(approved.args) === argsKey(request.args));
    if (!wide || asked.tool !== request.tool || !turn.executor.cacheableApproval(asked.tool)) return [];
    return sameDefinition(asked, request) ? [{ decision, approved: request }] : [];
  });

const resultOf = (outcome: DispatchOutcome): CallerResult => {
  const { callId, tool } = outcome;
  switch (outcome.status) {
    case 'executed':
      return { callId, tool, status: outcome.status, output: outcome.execution.output, untrusted: outcome.untrusted };
    case 'failed': {
      const { failure, untrusted } = outcome;
      return { callId, tool, status: outcome.status, output: failure.output ?? failure.message, untrusted };
    }
    case 'denied':
      return said({ id: callId, tool }, outcome.status, outcome.reason);
    case 'pending':
      return said({ id: callId, tool }, 'denied', 'it needs a person now; nothing ran');
  }
};

/** The parts of a correct caller. */
export const callerParts: CallerParts = {
  callOf: ({ session, caller }, { id, tool }, args) => ({
    id,
    tool,
    session,
    caller,
    ...(args === undefined ? {} : { args }),
  }),
  judge: gate,
  dispatch,
  spoken: spokenFor,
  refusal: ({ decisions }, { id }) =>
    decisions.find(({ request, answer }) => request.callId === id && answer === 'refuse'),
  argsToRun: ({ args }, spoken) => (spoken?.decision.args === undefined ? args : spoken.decision.args),
  spend: async (turn, { decision }) => decision.scope !== 'once' || turn.spend(decision.request),
  taint: (results) => (results.some(({ untrusted }) => untrusted) ? 'tainted' : 'clean'),
  repeats: (_turn, { tool }) => isRepeatable(tool),
  keep: (kept) => kept,
  interrupted: (call) => said(call, 'unknown', 'it was interrupted; it may have run'),
  isOpen: ({ results }, { id }) => !results.some(({ callId }) => callId === id),
  distinct: (batch) => batch.filter(({ id }, at) => batch.findIndex((other) => other.id === id) === at),
  usedUp: (call) => said(call, 'denied', 'its approval has been used; nothing ran'),
  refused: (call) => said(call, 'refused', 'a person refused this call; nothing ran'),
  resultOf,
  ordered: ({ batches }, results) =>
    [...new Set(batches.flat().map(({ id }) => id))].flatMap((id) => results.filter(({ callId }) => callId === id)),
  reported: (pending) => pending,
  runsWhileWaiting: false,
  oneByOne: false,
  keepsStarts: 'before',
};

/** The kept turn as what `save` takes. */
export const asJson = ({ results, started }: KeptTurn): JsonObject => ({
  results: results.map((result) => ({ ...result })),
  started: [...started],
});

/** What an earlier process kept. */
export const keptOf = ({ saved }: CallerTurn): KeptTurn =>
  saved === undefined ? { results: [], started: [] } : (saved as unknown as KeptTurn); // written by `asJson`
