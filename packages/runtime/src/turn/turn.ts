import { type Clock, type DispatchContext, systemClock, type Taint, type ToolExecutor } from '@pawl/core';
import type { PendingApproval } from '../approval/pending-approval.js';
import type { DelegateRecord } from '../delegation/delegate-record.js';
import type { WorkerRef } from '../delegation/worker-ref.js';
import type { WorkerState } from '../delegation/worker-state.js';
import { Recorder } from '../log/recorder.js';
import type { Message, ToolMessage } from '../message/message.js';
import { taintOf } from '../message/taint-of.js';
import type { OpenBatch, Transcript } from '../message/transcript.js';
import type { ChatModel, StopReason } from '../model/chat-model.js';
import { addUsage, noUsage, type Usage } from '../model/usage.js';
import { Catalogue } from './catalogue.js';
import { StopWatch } from './stop-watch.js';
import type { TurnEventBody } from './turn-event.js';
import { messageOf, TurnFault } from './turn-fault.js';
import type { TurnInput } from './turn-input.js';
import type { TurnOptions } from './turn-options.js';
import type { TurnResult, UnattendedDenial } from './turn-result.js';
import type { TurnState } from './turn-state.js';

/** Runs the turn of a worker. */
export type NestedTurn = (input: TurnInput, worker: WorkerRef) => Promise<TurnResult>;

/** Whose turn it is, and how it runs those of its workers. */
export interface TurnPlace {
  readonly worker: WorkerRef | undefined;
  readonly nested: NestedTurn;
}

/** One run of a turn: what it is made of, and what there is of it so far. */
export class Turn {
  readonly model: ChatModel;
  readonly executor: ToolExecutor;
  readonly options: TurnOptions;
  /** The worker that this turn is of. */
  readonly worker: WorkerRef | undefined;
  /** Runs a worker's turn. */
  readonly nested: NestedTurn;
  readonly clock: Clock;
  readonly watch: StopWatch;
  readonly recorder: Recorder;
  readonly catalogue: Catalogue;
  readonly messages: Message[];
  readonly ids: Set<string>;
  readonly refused: Set<string>;
  /** The batch that the last run left open. */
  readonly open: OpenBatch | undefined;
  readonly pending: PendingApproval[] = [];
  readonly unattendedDenials: UnattendedDenial[] = [];
  readonly records: DelegateRecord[] = [];
  readonly workers: Map<string, WorkerState>;
  hatchUsed: boolean;
  reproposals: number;
  delegations: number;
  ran: boolean;
  usage: Usage = noUsage;
  steps = 0;
  stopReason: StopReason | undefined;

  constructor(input: TurnInput, transcript: Transcript, { worker, nested }: TurnPlace) {
    const { model, executor, options = {} } = input;
    const { state, clock = systemClock, journal, log, caller } = options;
    this.model = model;
    this.executor = executor;
    this.options = options;
    this.worker = worker;
    this.nested = nested;
    this.clock = clock;
    this.messages = [...transcript.messages];
    this.ids = new Set(transcript.ids);
    this.refused = new Set(transcript.refused);
    this.open = transcript.open;
    this.reproposals = transcript.reproposals;
    this.delegations = transcript.delegations;
    this.ran = transcript.ran;
    this.workers = new Map(Object.entries(state?.workers ?? {}));
    this.hatchUsed = state?.hatchUsed ?? false;
    this.catalogue = new Catalogue(executor, options, state?.recovered ?? []);
    this.recorder = new Recorder({ journal, log, caller, prefix: worker === undefined ? '' : `${worker.id}/` });
    this.watch = new StopWatch(options, clock);
  }

  /** What is untrusted now. */
  taint(): Taint {
    return this.options.untrustedSeed === true ? 'tainted' : taintOf(this.messages, this.executor);
  }

  /** What `gate` and `dispatch` need to know, as of now. */
  context(): DispatchContext {
    const { policy, escalateSandboxDenials, validate, memberTimeoutMs, callTimeoutMs } = this.options;
    return {
      advertised: this.catalogue.tools(),
      taint: this.taint(),
      clock: this.clock,
      ...(policy === undefined ? {} : { policy }),
      ...(escalateSandboxDenials === undefined ? {} : { escalateSandboxDenials }),
      ...(validate === undefined ? {} : { validate }),
      ...(memberTimeoutMs === undefined ? {} : { memberTimeoutMs }),
      ...(callTimeoutMs === undefined ? {} : { callTimeoutMs }),
    };
  }

  /** Tells whoever listens; a listener breaks nothing. */
  emit(event: TurnEventBody): void {
    const { onEvent } = this.options;
    if (onEvent === undefined) return;
    try {
      onEvent(this.worker === undefined ? event : { ...event, worker: this.worker });
    } catch {
      // What the listener does is its own affair.
    }
  }

  /** Keeps a message durably, before the turn goes on. @throws {TurnFault} `not-kept`. */
  async keep(message: Message): Promise<void> {
    const { onMessage } = this.options;
    if (onMessage === undefined) return;
    try {
      await onMessage(message, this.worker === undefined ? {} : { worker: this.worker });
    } catch (error) {
      throw new TurnFault('not-kept', `a message could not be kept: ${messageOf(error)}`, error);
    }
  }

  /** Keeps the result of a call, and records it then: a recorded result is never one that is lost. */
  async settle(message: ToolMessage): Promise<void> {
    await this.keep(message);
    this.recorder.ended(message);
    this.emit({ type: 'result', message });
  }

  /** Adds what model calls used. */
  spend(usage: Usage): void {
    this.usage = addUsage(this.usage, usage);
  }

  /** What the transcript does not say. */
  state(): TurnState {
    return {
      workers: Object.fromEntries(this.workers),
      recovered: this.catalogue.recovered,
      hatchUsed: this.hatchUsed,
    };
  }
}
