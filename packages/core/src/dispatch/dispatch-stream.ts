import type { ToolCall, ToolCallInit } from '../contract/tool-call.js';
import type { ToolExecutor } from '../contract/tool-executor.js';
import { isToolFailure, ToolFailure } from '../contract/tool-failure.js';
import type { ToolStreamChunk } from '../contract/tool-stream-chunk.js';
import { isJson } from '../json/is-json.js';
import { checkCheckable, checkExecution } from './check-execution.js';
import { type DispatchContext, type Settings, settingsOf } from './context.js';
import { Running } from './deadline.js';
import { notRun } from './dispatch.js';
import { asFailure, finish } from './finish.js';
import { gate } from './gate.js';
import type { FailedOutcome, NotRunOutcome, OutcomeBase } from './outcome.js';
import { strictAnswer } from './strict-answer.js';
import { within } from './within.js';

/** What `dispatchStream` made of a call. */
export type StreamOutcome =
  | NotRunOutcome
  | FailedOutcome
  | (OutcomeBase & {
      readonly status: 'streaming';
      /** Ends with one `done` or `error` chunk. `return()`, as `break` calls it, cancels the tool. Never throws. */
      readonly stream: AsyncIterableIterator<ToolStreamChunk>;
      readonly untrusted: boolean;
    });

interface Source {
  readonly executor: ToolExecutor;
  readonly running: Running;
  readonly iterator: AsyncIterator<ToolStreamChunk>;
  readonly context: DispatchContext;
  readonly settings: Settings;
}

const isChunk = (value: unknown): value is ToolStreamChunk => {
  if (typeof value !== 'object' || value === null) return false;
  const chunk = value as Partial<Record<string, unknown>>; // each field is looked at before it is believed
  switch (chunk['kind']) {
    case 'text':
      return typeof chunk['text'] === 'string';
    case 'data':
      return isJson(chunk['data']);
    case 'progress':
      return (
        ['number', 'undefined'].includes(typeof chunk['fraction']) &&
        ['string', 'undefined'].includes(typeof chunk['message'])
      );
    case 'done':
      return true;
    case 'error':
      return isToolFailure(chunk['failure']);
    default:
      return false;
  }
};

const ended = (call: ToolCall, problem: string): ToolFailure =>
  new ToolFailure(`the stream of ${call.tool} ${problem}; whether it took effect is unknown`, {
    code: 'stream-ended',
    outcome: 'unknown',
  });

/** The next chunk; a fault of the stream is an `error` chunk. */
const pull = async ({ running, iterator }: Source): Promise<ToolStreamChunk> => {
  try {
    const next = await running.wait(iterator.next());
    if (next.done === true) return { kind: 'error', failure: ended(running.call, 'ended without a last chunk') };
    if (isChunk(next.value)) return next.value;
    return { kind: 'error', failure: ended(running.call, 'held something that is no chunk') };
  } catch (error) {
    return { kind: 'error', failure: asFailure(running.call, error) };
  }
};

/** What the unary way does to a result, for the last chunk. */
const finishLast = async (
  { executor, running: { call }, context, settings }: Source,
  chunk: ToolStreamChunk & { readonly kind: 'done' | 'error' },
): Promise<ToolStreamChunk> => {
  if (chunk.kind === 'error') {
    const failure = await finish(executor, call, chunk.failure, settings);
    // `finish` never turns a failure into a success.
    return failure === chunk.failure ? chunk : { ...chunk, failure: failure as ToolFailure };
  }
  if (chunk.result === undefined && call.returnSchema === undefined) return chunk;
  let outcome: Parameters<typeof finish>[2];
  try {
    outcome = checkExecution(call, chunk.result, context.validate);
  } catch (error) {
    outcome = asFailure(call, error);
  }
  const after = await finish(executor, call, outcome, settings);
  if (isToolFailure(after)) return { kind: 'error', failure: after };
  return after === chunk.result ? chunk : { ...chunk, result: after };
};

async function* chunks(source: Source, restart: boolean): AsyncGenerator<ToolStreamChunk, void, void> {
  let last = false;
  try {
    while (!last) {
      const chunk = await pull(source);
      if (restart) source.running.restart();
      last = chunk.kind === 'done' || chunk.kind === 'error';
      yield chunk.kind === 'done' || chunk.kind === 'error' ? await finishLast(source, chunk) : chunk;
    }
  } finally {
    await close(source);
  }
}

/** Ends the tool's side; a tool that does not let go is not waited for beyond the member time-out. */
const close = async ({ running, iterator, settings }: Source): Promise<void> => {
  running.cancel();
  running.end();
  try {
    await within(async () => iterator.return?.(), settings.clock, settings.memberTimeoutMs);
  } catch {
    // The stream is over for the caller, who has its last chunk or has left; how the tool ended tells nobody anything.
  }
};

const open = async (executor: ToolExecutor, call: ToolCall, context: DispatchContext): Promise<Source> => {
  const settings = settingsOf(context);
  checkCheckable(call, context.validate);
  const running = new Running(call, settings.clock, call.timeoutMs ?? settings.callTimeoutMs);
  try {
    const stream = await running.wait(executor.executeStream(running.call));
    const iterator = stream[Symbol.asyncIterator]();
    return { executor, running, iterator, context, settings };
  } catch (error) {
    running.end();
    throw error;
  }
};

/**
 * `dispatch` for a stream: the same gate, deadline, checks and `postDispatch`. Never rejects.
 *
 * A `timeoutMs` bounds the whole stream; without one, `callTimeoutMs` bounds the wait for each chunk.
 */
export const dispatchStream = async (
  executor: ToolExecutor,
  init: ToolCall | ToolCallInit,
  context: DispatchContext = {},
): Promise<StreamOutcome> => {
  const judged = await gate(executor, init, context);
  const stopped = notRun(init, judged);
  if (stopped !== undefined || judged.verdict !== 'allow') return stopped as NotRunOutcome | FailedOutcome; // one implies the other
  const { call, notes, trace } = judged;
  const untrusted = strictAnswer(executor, 'ingestsUntrustedContent', call.tool);
  const base = { callId: call.id, tool: call.tool, call, notes, trace, untrusted };
  try {
    const source = await open(executor, call, context);
    return { status: 'streaming', ...base, stream: cancellable(source, chunks(source, call.timeoutMs === undefined)) };
  } catch (error) {
    const failure = await finish(executor, call, asFailure(call, error), settingsOf(context));
    return { status: 'failed', ...base, failure: failure as ToolFailure }; // a failure stays one
  }
};

/** A generator queues `return()` behind a `next()` that waits; this one tells the tool at once. */
const cancellable = (
  source: Source,
  generator: AsyncGenerator<ToolStreamChunk, void, void>,
): AsyncIterableIterator<ToolStreamChunk> => {
  let started = false;
  return {
    next: () => {
      started = true;
      return generator.next();
    },
    return: async () => {
      source.running.cancel();
      // A generator that was never started ends without its `finally`.
      if (!started) await close(source);
      return generator.return();
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
};
