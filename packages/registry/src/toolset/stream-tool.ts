import { asFailure, type ToolCall, type ToolExecution, ToolFailure, type ToolStreamChunk } from '@pawl/core';
import { checkArgs } from './check-args.js';
import { checkResult } from './check-result.js';
import type { PreparedTool } from './prepare-tool.js';
import type { ToolYield } from './tool-definition.js';

const kinds: ReadonlySet<unknown> = new Set(['text', 'data', 'progress', 'done', 'error']);

const chunkOf = (call: ToolCall, piece: unknown): ToolStreamChunk => {
  if (typeof piece === 'string') return { kind: 'text', text: piece };
  if (typeof piece === 'object' && piece !== null && 'kind' in piece && kinds.has(piece.kind)) {
    return piece as ToolStreamChunk; // what its fields hold is for `dispatchStream` to judge
  }
  throw new ToolFailure(`the stream of ${call.tool} is withheld: it yielded neither text nor a chunk`, {
    code: 'invalid-result',
    outcome: 'unknown',
  });
};

type Pieces = AsyncIterator<ToolYield, unknown> | Iterator<ToolYield, unknown>;

const open = (iterable: AsyncIterable<ToolYield> | Iterable<ToolYield>): Pieces =>
  Symbol.asyncIterator in iterable ? iterable[Symbol.asyncIterator]() : iterable[Symbol.iterator]();

/** A stream under way: a tool, its call, and the pieces that it yields. */
interface Running {
  readonly tool: PreparedTool;
  readonly call: ToolCall;
  readonly pieces: Pieces;
}

async function* chunks({ tool, call, pieces }: Running): AsyncGenerator<ToolStreamChunk, void> {
  let over = false;
  try {
    while (!over) {
      const step = await pieces.next();
      over = step.done === true;
      if (step.done === true) {
        const result = step.value === undefined ? undefined : await checkResult(tool, step.value);
        yield { kind: 'done', ...(result === undefined ? {} : { result }) };
      } else {
        const chunk = chunkOf(call, step.value);
        yield chunk;
        if (chunk.kind === 'done' || chunk.kind === 'error') return;
      }
    }
  } catch (error) {
    over = true;
    yield { kind: 'error', failure: asFailure(call, error) };
  } finally {
    // Whoever stops listening stops the tool.
    if (!over) await pieces.return?.();
  }
}

/**
 * Starts a tool that streams.
 *
 * @throws {ToolFailure} `unsupported` for a tool without a `stream`, `invalid-arguments` for wrong arguments; what goes
 * wrong later is an `error` chunk.
 */
export const streamTool = async (tool: PreparedTool, call: ToolCall): Promise<AsyncIterable<ToolStreamChunk>> => {
  const { definition } = tool;
  if (definition.stream === undefined) {
    throw new ToolFailure(`${JSON.stringify(call.tool)} cannot stream its result: call it without a stream`, {
      code: 'unsupported',
      outcome: 'not-started',
    });
  }
  const args = await checkArgs(tool, call);
  try {
    // The definition's own schema has just made these arguments.
    return chunks({ tool, call, pieces: open(definition.stream(args as never, call)) });
  } catch (error) {
    throw asFailure(call, error);
  }
};

const incomplete = (call: ToolCall): ToolFailure =>
  new ToolFailure(`the result of ${call.tool} is withheld: its stream yields data, so it must also return the whole`, {
    code: 'invalid-result',
    outcome: 'unknown',
  });

/** The whole of a stream, for a tool that can do nothing else: what it returns; failing that, its text. */
export const drainTool = async (tool: PreparedTool, call: ToolCall): Promise<ToolExecution> => {
  let text = '';
  let complete = true;
  for await (const chunk of await streamTool(tool, call)) {
    if (chunk.kind === 'error') throw chunk.failure;
    if (chunk.kind === 'text') text += chunk.text;
    if (chunk.kind === 'data') complete = false;
    if (chunk.kind === 'progress') call.onProgress?.(chunk);
    if (chunk.kind !== 'done') continue;
    if (chunk.result !== undefined) return chunk.result;
    if (!complete) throw incomplete(call);
  }
  return checkResult(tool, text);
};
