import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { decodeLine, LineSplitter, toLine } from '../framing/index.js';
import { readMessages } from '../rpc/index.js';
import type { Send } from './run-call.js';
import { ServedCalls } from './served-calls.js';
import type { ServedTool, ServedTools } from './served-tool.js';

/** Where `serveTools` reads and writes. */
export interface ServeOptions {
  /** Default: `process.stdin`. */
  readonly input?: Readable;
  /** Default: `process.stdout`. */
  readonly output?: Writable;
}

const isMap = (tools: ServedTools): tools is ReadonlyMap<string, ServedTool> => tools instanceof Map;

/**
 * Serves functions as tools over stdin and stdout. Resolves when the input has ended and every call is answered; a
 * program that holds nothing else open leaves then. What else the program writes to stdout counts as noise: use
 * `console.error`.
 *
 * @example
 * ```ts
 * await serveTools({
 *   weather: async (args, { signal }) => fetchWeather(args, signal),
 * });
 * ```
 */
export const serveTools = async (tools: ServedTools, options: ServeOptions = {}): Promise<void> => {
  const { input = process.stdin, output = process.stdout } = options;
  // Where nobody reads any more, there is nobody to tell.
  output.on('error', () => {});
  const send: Send = async (message) => {
    if (output.write(toLine(message)) || !output.writable) return;
    await Promise.race([once(output, 'drain'), once(output, 'close')]).catch(() => {});
  };
  const calls = new ServedCalls(isMap(tools) ? tools : new Map(Object.entries(tools)), send);
  const splitter = new LineSplitter(Number.POSITIVE_INFINITY);
  for await (const chunk of input) {
    // A stream gives bytes or, where somebody set an encoding, text; Buffer.from takes both.
    for (const line of splitter.push(Buffer.from(chunk as Buffer))) {
      const messages = line.kind === 'whole' ? readMessages(decodeLine(line.bytes)) : undefined;
      for (const message of messages ?? []) calls.receive(message);
    }
  }
  await calls.end();
};
