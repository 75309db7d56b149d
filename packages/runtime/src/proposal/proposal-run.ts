import {
  type ApprovalRequest,
  type DispatchContext,
  type JsonValue,
  strictAnswer,
  systemClock,
  type Taint,
  type ToolCall,
  type ToolExecutor,
  toolCall,
} from '@pawl/core';
import type { ChangeTeller } from '../batch/tell-changes.js';
import { Recorder } from '../log/recorder.js';
import type { Action } from './action.js';
import type { ActionResult } from './action-result.js';
import { TryCounter } from './action-tries.js';
import type { CheckedProposal } from './check-proposal.js';
import type { ProposalEvent } from './proposal-event.js';
import type { ProposalInput, ProposalOptions } from './proposal-options.js';
import { actionResult, type ProposalResume, settledAction } from './proposal-resume.js';
import { ProposalStop } from './proposal-stop.js';
import { ResumeKeeper } from './resume-keeper.js';
import { retryDelays } from './retry-delays.js';

/** What a proposal is run with, beside what the caller gave. */
export interface ProposalStart {
  readonly proposal: CheckedProposal;
  /** The state before the first action. */
  readonly before: JsonValue | undefined;
}

/** A proposal under way: what has come of its actions, and what is kept of that. */
export class ProposalRun {
  readonly executor: ToolExecutor;
  readonly options: ProposalOptions;
  readonly proposal: CheckedProposal;
  readonly before: JsonValue | undefined;
  readonly context: Omit<DispatchContext, 'approved'>;
  readonly stop: ProposalStop;
  readonly recorder: Recorder;
  readonly tries: TryCounter;
  readonly warnings: string[] = [];
  readonly now: () => number;
  readonly #results = new Map<string, ActionResult>();
  readonly #ended = new Map<string, ActionResult>();
  readonly #keeper: ResumeKeeper;
  #fault: { readonly error: unknown } | undefined;
  #tainted = false;

  constructor({ executor, options = {} }: ProposalInput, { proposal, before }: ProposalStart) {
    const { journal, log, caller, resume, onResume } = options;
    this.executor = executor;
    this.options = options;
    this.proposal = proposal;
    this.before = before;
    this.context = options.context ?? {};
    this.now = options.now ?? (() => performance.now());
    this.recorder = new Recorder({ journal, log, caller, prefix: '' });
    this.#keeper = new ResumeKeeper({ onResume, resume: () => this.resume() });
    this.stop = new ProposalStop(options.clock ?? this.context.clock ?? systemClock, options.signal);
    this.tries = new TryCounter(resume?.attempts ?? []);
    const unapplied = new Set(resume?.unapplied);
    for (const settled of resume?.settled ?? []) {
      if (unapplied.has(settled.id)) this.recordEnd(actionResult(settled));
      else this.record(actionResult(settled));
    }
    if (resume?.halted !== undefined) this.stop.halt(resume.halted);
  }

  /** Results of which the changes were applied, and of actions that wait or did not run. */
  get results(): ReadonlyMap<string, ActionResult> {
    return this.#results;
  }

  /** Results of actions that have ended, and of which the changes are still to be applied. */
  get ended(): ReadonlyMap<string, ActionResult> {
    return this.#ended;
  }

  /** Why nothing more can be kept. */
  get fault(): { readonly error: unknown } | undefined {
    return this.#fault;
  }

  /** Whether the start of a try is kept before it runs. */
  get keepsStarts(): boolean {
    const { journal, log } = this.options;
    return journal !== undefined || log !== undefined || this.#keeper.keeps;
  }

  record(result: ActionResult): void {
    this.#ended.delete(result.id);
    this.#results.set(result.id, result);
    this.#taintBy(result);
  }

  recordEnd(result: ActionResult): void {
    this.#ended.set(result.id, result);
    this.#taintBy(result);
  }

  #taintBy(result: ActionResult): void {
    if ('untrusted' in result && result.untrusted) this.#tainted = true;
  }

  /** Whether it could be kept; where not, the proposal starts nothing more. */
  async kept(keeping: Promise<unknown>): Promise<boolean> {
    try {
      await keeping;
    } catch (error) {
      this.#fault ??= { error };
      this.stop.halt({ status: 'aborted', reason: 'what happened could not be kept' });
    }
    return this.#fault === undefined;
  }

  /** Keeps what there is to go on from. */
  keep(): Promise<boolean> {
    return this.kept(this.#keeper.keep());
  }

  /** Tells whoever listens; a listener breaks nothing. */
  emit(event: ProposalEvent): void {
    try {
      this.options.onEvent?.(event);
    } catch {
      // What the listener does is its own affair.
    }
  }

  /** Tells of changes of the call of an action. */
  teller({ id }: Action): ChangeTeller {
    return { recorder: this.recorder, emit: (event) => this.emit({ ...event, action: id }) };
  }

  /** What there is to go on from, as of now. */
  resume(): ProposalResume {
    const { halted } = this.stop;
    const settled = [...this.#results.values(), ...this.#ended.values()].flatMap((one) => settledAction(one) ?? []);
    const done = new Set(settled.map(({ id }) => id));
    const open = this.proposal.actions.flatMap(({ id }) => (done.has(id) ? [] : [id]));
    return {
      digest: this.proposal.digest(),
      settled,
      attempts: this.tries.of(open),
      ...(this.#ended.size === 0 ? {} : { unapplied: [...this.#ended.keys()] }),
      ...(halted === undefined || this.#fault !== undefined ? {} : { halted }),
      ...(this.before === undefined ? {} : { before: this.before }),
    };
  }

  /** Untrusted results of earlier actions taint the calls after them. */
  taint(): Taint {
    return this.#tainted ? 'tainted' : (this.context.taint ?? 'clean');
  }

  contextFor(approved?: ApprovalRequest): DispatchContext {
    return { ...this.context, taint: this.taint(), ...(approved === undefined ? {} : { approved }) };
  }

  /** The id of an action's call: the same in every run of the proposal, and unlike those of other proposals. */
  callId(action: string): string {
    const { id } = this.proposal;
    return id === undefined ? action : `${id}/${action}`;
  }

  callOf({ id, tool, timeoutMs, expectedEffects, returnSchema, ...rest }: Action): ToolCall {
    const { session, caller, onEvent } = this.options;
    const { cancelled: signal } = this.stop;
    const callId = this.callId(id);
    return toolCall({
      ...{ id: callId, tool, attempt: this.tries.last(id) + 1 },
      ...('args' in rest ? { args: rest.args } : {}),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(expectedEffects === undefined ? {} : { expectedEffects }),
      ...(returnSchema === undefined ? {} : { returnSchema }),
      ...(session === undefined ? {} : { session }),
      ...(caller === undefined ? {} : { caller }),
      ...(signal === undefined ? {} : { signal }),
      ...(onEvent === undefined
        ? {}
        : { onProgress: (progress) => this.emit({ type: 'progress', action: id, callId, tool, progress }) }),
    });
  }

  cacheable(tool: string): boolean {
    return strictAnswer(this.executor, 'cacheableApproval', tool);
  }

  delays(): ReturnType<typeof retryDelays> {
    return this.options.delays ?? retryDelays();
  }
}
