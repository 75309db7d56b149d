import type { JsonObject } from '@pawl/core';
import { digestJson } from '@pawl/journal';
import { toolMessage } from '../batch/tool-message.js';
import type { AssistantMessage, Message, ProposedCall, ToolMessage } from '../message/message.js';
import { delegationLimit } from '../message/transcript.js';
import { addUsage, noUsage, type Usage } from '../model/usage.js';
import type { Turn } from '../turn/turn.js';
import { TurnError } from '../turn/turn-error.js';
import { messageOf, TurnFault } from '../turn/turn-fault.js';
import type { TurnOptions } from '../turn/turn-options.js';
import type { TurnResult } from '../turn/turn-result.js';
import type { DelegateDescriptor } from './delegate-descriptor.js';
import type { DelegateRecord } from './delegate-record.js';
import { type DelegateRequest, delegateRequest } from './delegate-request.js';
import { type Rooted, workerRoot } from './worker-root.js';
import type { WorkerState } from './worker-state.js';

/** How many delegations of the batch were started. */
export interface Fanout {
  started: number;
}

interface Delegation {
  readonly turn: Turn;
  readonly call: ProposedCall;
  readonly request: DelegateRequest;
  readonly descriptor: DelegateDescriptor;
  /** What an earlier run left, where the worker waited for a person. */
  readonly earlier: WorkerState | undefined;
}

type Ending = Pick<DelegateRecord, 'outcome' | 'error' | 'unattendedDenials' | 'usage' | 'steps' | 'seeded'>;

const nothing: Omit<Ending, 'outcome'> = { usage: noUsage, steps: 0, seeded: [], unattendedDenials: [] };

/** Keeps what became of a delegation, as record, event and journal entry. */
const record = (
  turn: Turn,
  call: ProposedCall,
  about: { readonly request: DelegateRequest; readonly model?: string | undefined; readonly ending: Ending },
): void => {
  const { request, model, ending } = about;
  const { agent, task, context } = request;
  const kept: DelegateRecord = {
    id: call.id,
    agent,
    task,
    ...(context === undefined ? {} : { context }),
    ...(model === undefined ? {} : { model }),
    ...ending,
  };
  turn.records.push(kept);
  turn.emit({ type: 'delegation', record: kept });
  const usage: JsonObject = { ...ending.usage, steps: ending.steps };
  turn.recorder.about('delegation', {
    callId: call.id,
    tool: call.tool,
    agent,
    task: turn.recorder.records ? digestJson([task, ...(context === undefined ? [] : [context])]) : 'absent',
    usage,
    seeded: ending.seeded,
    outcome: ending.outcome,
    ...(ending.error === undefined ? {} : { reason: ending.error }),
  });
};

const failed = (call: ProposedCall, output: string, code: string): ToolMessage =>
  toolMessage(call, { status: 'failed', output, code, outcome: 'not-started' });

const refuse = (
  turn: Turn,
  call: ProposedCall,
  { request, reason, code }: { readonly request: DelegateRequest; readonly reason: string; readonly code: string },
): ToolMessage => {
  record(turn, call, { request, ending: { ...nothing, outcome: 'refused', error: reason } });
  return failed(call, `${request.agent} was not given the task: ${reason}`, code);
};

/** Which limit a delegation would break; counts it where none. */
const overLimit = (turn: Turn, fanout: Fanout): string | undefined => {
  const { maxFanout = 4, delegateBudget = 16 } = turn.options;
  if (fanout.started >= maxFanout) return `one batch may hold ${maxFanout} delegations`;
  if (turn.delegations >= delegateBudget) return `the turn may hold ${delegateBudget} delegations, and has had them`;
  fanout.started++;
  turn.delegations++;
  return undefined;
};

const firstMessages = ({ turn, request, descriptor }: Delegation): readonly Message[] => {
  const { task, context } = request;
  const text = context === undefined ? task : `${task}\n\n${context}`;
  // What a model writes that has read untrusted content may be that content's words.
  const untrusted = turn.taint() === 'tainted' ? { untrusted: true } : {};
  return [
    { role: 'system', text: descriptor.instructions },
    { role: 'user', text, ...untrusted },
  ];
};

/** The options of the worker's turn: the parent's, without what is the parent's alone. */
const workerOptions = ({ turn, descriptor }: Delegation): TurnOptions => {
  const { maxSteps } = descriptor;
  const { signal } = turn.watch;
  const {
    delegates: _delegates,
    handoffs: _handoffs,
    escapeHatch: _hatch,
    timeoutMs: _time,
    signal: _signal,
    untrustedSeed: _seed,
    state: _state,
    ...shared
  } = turn.options;
  return {
    ...shared,
    tools: descriptor.tools,
    ...(maxSteps === undefined ? {} : { maxSteps }),
    ...(signal === undefined ? {} : { signal }),
  };
};

const answerOf = (messages: readonly Message[]): string =>
  messages.findLast((message): message is AssistantMessage => message.role === 'assistant')?.text ?? '';

/** Adds to the parent what the worker used, over all of its runs to the record. */
const total = (turn: Turn, earlier: WorkerState | undefined, run: { usage: Usage; steps: number }) => {
  turn.spend(run.usage);
  return {
    usage: addUsage(earlier?.usage ?? noUsage, run.usage),
    steps: (earlier?.steps ?? 0) + run.steps,
  };
};

const ended = (delegation: Delegation, result: TurnResult, seeded: readonly string[]): ToolMessage | undefined => {
  const { turn, call, request, descriptor, earlier } = delegation;
  const { messages, unattendedDenials, taint, stop } = result;
  const used = total(turn, earlier, result);
  turn.unattendedDenials.push(...unattendedDenials);
  const base = { ...used, seeded, unattendedDenials };
  const keep = (ending: Ending): void => record(turn, call, { request, model: descriptor.model.name, ending });
  if (result.status === 'paused') {
    turn.workers.set(call.id, { agent: request.agent, messages, seeded, ...used });
    turn.pending.push(...result.pendingApprovals);
    keep({ ...base, outcome: 'pending' });
    return undefined;
  }
  turn.workers.delete(call.id);
  const untrusted = taint === 'tainted';
  const text = answerOf(messages);
  if (result.status === 'completed') {
    keep({ ...base, outcome: 'completed' });
    return toolMessage(call, { status: 'executed', output: text, untrusted });
  }
  const error = `${request.agent} was stopped (${stop ?? result.status}) before it was done`;
  keep({ ...base, outcome: 'failed', error });
  const output = text === '' ? error : { error, text };
  return toolMessage(call, { status: 'failed', output, code: stop ?? 'stopped', outcome: 'unknown', untrusted });
};

const broke = (delegation: Delegation, error: unknown, seeded: readonly string[]): ToolMessage => {
  const { turn, call, request, descriptor, earlier } = delegation;
  turn.workers.delete(call.id);
  const used = total(turn, earlier, { usage: error instanceof TurnError ? error.usage : noUsage, steps: 0 });
  const reason = messageOf(error);
  const ending: Ending = { ...used, seeded, unattendedDenials: [], outcome: 'failed', error: reason };
  record(turn, call, { request, model: descriptor.model.name, ending });
  const output = `${request.agent} failed: ${reason}`;
  // The worker's tools may have run, and its error may hold their words.
  return toolMessage(call, { status: 'failed', output, code: 'worker-failed', outcome: 'unknown', untrusted: true });
};

const work = async (delegation: Delegation, root: Rooted & { readonly ok: true }): Promise<ToolMessage | undefined> => {
  const { turn, call, request, descriptor, earlier } = delegation;
  const seeded = earlier?.seeded ?? root.seeded;
  const messages = earlier?.messages ?? firstMessages(delegation);
  const input = { model: descriptor.model, executor: root.executor, messages, options: workerOptions(delegation) };
  try {
    return ended(delegation, await turn.nested(input, { id: call.id, agent: request.agent }), seeded);
  } catch (error) {
    // What could not be kept stops the whole turn; anything else is the delegation's own failure.
    if (error instanceof TurnError && error.code === 'not-kept')
      throw new TurnFault('not-kept', error.message, error.cause);
    return broke(delegation, error, seeded);
  }
};

/** Carries a delegation out. Nothing comes back where the worker waits for a person: what it asks is in the turn. */
export const runDelegation = async (
  turn: Turn,
  call: ProposedCall,
  fanout: Fanout,
): Promise<ToolMessage | undefined> => {
  const request = delegateRequest(call);
  if (typeof request === 'string') return failed(call, `nobody was given the task: ${request}`, 'invalid-arguments');
  const earlier = turn.workers.get(call.id);
  const { delegates = [] } = turn.options;
  const descriptor = delegates.find(({ agent }) => agent === request.agent);
  if (descriptor === undefined) {
    const reason = `there is no such agent; there are: ${delegates.map(({ agent }) => agent).join(', ')}`;
    return refuse(turn, call, { request, reason, code: 'unknown-agent' });
  }
  const limit = earlier === undefined ? overLimit(turn, fanout) : undefined;
  if (limit !== undefined) return refuse(turn, call, { request, reason: limit, code: delegationLimit });
  // What was shared in once is there, and the worker may have changed it since.
  const shareIn = earlier === undefined ? request.shareIn : [];
  const root = await workerRoot(turn, call.id, { shareIn, ceiling: descriptor.shareIn });
  if (!root.ok) {
    turn.workers.delete(call.id);
    return refuse(turn, call, { request, reason: root.reason, code: 'worker-refused' });
  }
  return work({ turn, call, request, descriptor, earlier }, root);
};
