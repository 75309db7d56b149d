import type { JsonObject, TraceEntry } from '@pawl/core';
import { type AppendableType, type Digest, digestJson, type Journal, type JournalEventMap } from '@pawl/journal';
import type { ProposedCall, ToolMessage } from '../message/message.js';
import { messageOf, TurnFault } from '../turn/turn-fault.js';
import type { StartedCall, TurnLog } from './turn-log.js';

/** A call that an earlier run started. */
export interface EarlierStart {
  readonly attempt: number;
}

/** A digest of any JSON; what is not I-JSON gets that of its text. */
const digestOf = (value: unknown): Digest => {
  try {
    return digestJson(value);
  } catch {
    return digestJson(['not I-JSON', JSON.stringify(value)]);
  }
};

/** A trace as plain JSON: members that are `undefined` are left out. */
const plainTrace = (trace: readonly TraceEntry[]): readonly JsonObject[] =>
  trace.map((entry) => Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined)));

const statusOf = ({ status }: ToolMessage): JournalEventMap['result']['status'] => {
  if (status === 'refused') return 'denied';
  return status === 'unknown' ? 'failed' : status;
};

const resultData = (callId: string, message: ToolMessage): JournalEventMap['result'] => {
  const code = message.code ?? (message.status === 'unknown' ? 'interrupted' : undefined);
  const outcome = message.outcome ?? (message.status === 'unknown' ? 'unknown' : undefined);
  return {
    callId,
    tool: message.tool,
    status: statusOf(message),
    digest: digestOf(message.output),
    untrusted: message.untrusted,
    ...(code === undefined ? {} : { code }),
    ...(outcome === undefined ? {} : { failureOutcome: outcome }),
  };
};

/** What a recorder writes to. */
export interface RecorderParts {
  readonly journal: Journal | undefined;
  readonly log: TurnLog | undefined;
  readonly caller: string | undefined;
  /** What ids begin with in the journal and the log: a worker's id and a slash, or nothing. */
  readonly prefix: string;
}

/**
 * Writes a turn's events. What only tells of the past is waited for with the next thing that must be kept; a start is
 * waited for before the tool runs.
 */
export class Recorder {
  readonly #journal: Journal | undefined;
  readonly #log: TurnLog | undefined;
  readonly #caller: string | undefined;
  readonly #prefix: string;
  readonly #writing: Promise<unknown>[] = [];

  constructor({ journal, log, caller, prefix }: RecorderParts) {
    this.#journal = journal;
    this.#log = log;
    this.#caller = caller;
    this.#prefix = prefix;
  }

  /** Whether anything is written at all. */
  get records(): boolean {
    return this.#journal !== undefined;
  }

  #append<T extends AppendableType>(type: T, data: JournalEventMap[T]): void {
    if (this.#journal === undefined) return;
    const writing = this.#journal.append(type, data);
    writing.catch(() => {}); // `flush` tells of it
    this.#writing.push(writing);
  }

  id(callId: string): string {
    return `${this.#prefix}${callId}`;
  }

  /** The model proposed calls. */
  proposed(calls: readonly ProposedCall[], attempt = 1): void {
    if (this.#journal === undefined) return;
    const caller = this.#caller === undefined ? {} : { caller: this.#caller };
    for (const { id, tool, args } of calls) {
      this.#append('call', { callId: this.id(id), tool, attempt, ...caller, argsDigest: digestOf(args) });
    }
  }

  /** The gate decided; an `allow` is written by `started` alone, as it says that the call runs. */
  decided(
    call: ProposedCall,
    verdict: 'ask' | 'deny' | 'invalid',
    said: { reason?: string; trace: readonly TraceEntry[] },
  ): void {
    if (this.#journal === undefined) return;
    const { reason, trace } = said;
    const data = { callId: this.id(call.id), tool: call.tool, verdict, trace: plainTrace(trace) };
    this.#append('decision', { ...data, ...(reason === undefined ? {} : { reason }) });
  }

  /** A layer or a person replaced arguments. */
  modified(call: ProposedCall, before: unknown, after: unknown): void {
    if (this.#journal === undefined) return;
    this.#append('modify', {
      callId: this.id(call.id),
      tool: call.tool,
      before: digestOf(before),
      after: digestOf(after),
    });
  }

  /** Anything else about a call. */
  about<T extends 'inject' | 'redaction' | 'delegation'>(type: T, data: JournalEventMap[T]): void {
    this.#append(type, { ...data, callId: this.id(data.callId) });
  }

  /** These calls are about to run. Once it has settled, that survives a crash. @throws {TurnFault} `not-kept`. */
  async started(calls: readonly (StartedCall & { readonly trace: readonly TraceEntry[] })[]): Promise<void> {
    if (calls.length === 0) return;
    const named = calls.map((call) => ({ ...call, callId: this.id(call.callId) }));
    for (const { callId, tool, trace } of this.#journal === undefined ? [] : named) {
      this.#append('decision', { callId, tool, verdict: 'allow', trace: plainTrace(trace) });
    }
    await this.flush();
    if (this.#log === undefined) return;
    const started = named.map(({ trace: _, ...call }) => call);
    await this.#keep('the start of calls', this.#log.started(started));
  }

  /** What became of a call. */
  ended(message: ToolMessage): void {
    if (this.#journal !== undefined) this.#append('result', resultData(this.id(message.callId), message));
  }

  /** Waits for everything that was written. @throws {TurnFault} `not-kept`. */
  async flush(): Promise<void> {
    if (this.#writing.length === 0) return;
    const writing = this.#writing.splice(0);
    await this.#keep('the events of the turn', Promise.all(writing));
  }

  async #keep(what: string, keeping: Promise<unknown>): Promise<void> {
    try {
      await keeping;
    } catch (error) {
      throw new TurnFault('not-kept', `${what} could not be kept: ${messageOf(error)}`, error);
    }
  }

  /** Of these calls, those that an earlier run started. @throws {TurnFault} `not-kept` where that cannot be read. */
  async startedBefore(calls: readonly ProposedCall[]): Promise<ReadonlyMap<string, EarlierStart>> {
    const found = new Map<string, EarlierStart>();
    const byId = new Map(calls.map(({ id }) => [this.id(id), id]));
    const note = (callId: string, attempt: number): void => {
      const id = byId.get(callId);
      if (id !== undefined && (found.get(id)?.attempt ?? 0) < attempt) found.set(id, { attempt });
    };
    await this.#keep('what was started', this.#readStarts(byId, note));
    return found;
  }

  async #readStarts(byId: ReadonlyMap<string, string>, note: (callId: string, attempt: number) => void): Promise<void> {
    for (const { callId, attempt } of (await this.#log?.find([...byId.keys()])) ?? []) note(callId, attempt);
    if (this.#journal === undefined) return;
    const starts = new Map<string, number>();
    for await (const { type, data } of this.#journal.events()) {
      // A first attempt is another call, though an older one, of a part of the conversation that is gone, had its id.
      if (type === 'call' && data.attempt === 1) starts.delete(data.callId);
      if (type !== 'decision' || data.verdict !== 'allow') continue;
      starts.set(data.callId, (starts.get(data.callId) ?? 0) + 1);
    }
    for (const [callId, times] of starts) note(callId, times);
  }

  /** The calls of these that the journal does not know yet. */
  async unrecorded(calls: readonly ProposedCall[]): Promise<readonly ProposedCall[]> {
    if (this.#journal === undefined) return [];
    const known = new Set<string>();
    for await (const event of this.#journal.events()) if (event.type === 'call') known.add(event.data.callId);
    return calls.filter(({ id }) => !known.has(this.id(id)));
  }
}
