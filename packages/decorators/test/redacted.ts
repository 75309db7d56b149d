import {
  defineExecutor,
  dispatch,
  type ExecutorParts,
  type JsonValue,
  NONE,
  type ToolExecutor,
  type ToolStreamChunk,
  toolCall,
} from '@pawl/core';
import { type RedactionOptions, redaction } from '../src/redaction/index.js';

/** Text that looks made by a machine, the same for the same seed. */
export const random = (length: number, alphabet: string, seed: number): string => {
  let state = seed;
  return Array.from({ length }, () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return alphabet[Math.floor(state / 65536) % alphabet.length];
  }).join('');
};
export const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
// Made here, so that no file of this repository looks as if it held a secret.
export const github = `ghp_${random(36, letters, 7)}`;
export const stripe = `sk_live_${random(24, letters, 11)}`;
export const slack = `xoxb-${random(12, '0123456789', 5)}-${random(24, letters, 13)}`;
export const key = (lines: number): string =>
  `-----BEGIN PRIVATE KEY-----\n${Array.from({ length: lines }, (_, line) => `${random(64, letters, line + 1)}\n`).join('')}-----END PRIVATE KEY-----`;
export const secrets = [github, stripe, slack, 'ada@example.com', '4111 1111 1111 1111', key(3)];

export const specs = [{ name: 't', description: '', inputSchema: {}, annotations: { readOnlyHint: true } }];
export const guarded = (parts: ExecutorParts, options?: RedactionOptions): ToolExecutor =>
  redaction(options)(defineExecutor({ specs: () => specs, requiredCapabilities: () => NONE, ...parts }));

export const unary = async (output: JsonValue, options?: RedactionOptions): Promise<JsonValue> => {
  const outcome = await dispatch(guarded({ execute: async () => ({ output }) }, options), { id: '1', tool: 't' });
  if (outcome.status !== 'executed') throw new Error(outcome.status);
  return outcome.execution.output;
};

export const streamed = async (
  chunks: readonly ToolStreamChunk[],
  options?: RedactionOptions,
): Promise<ToolStreamChunk[]> => {
  const tools = guarded(
    {
      executeStream: async () =>
        (async function* () {
          yield* chunks;
        })(),
    },
    options,
  );
  const got: ToolStreamChunk[] = [];
  for await (const chunk of await tools.executeStream(toolCall({ id: '1', tool: 't' }))) got.push(chunk);
  return got;
};

export const text = (chunks: readonly ToolStreamChunk[]): string =>
  chunks.map((chunk) => (chunk.kind === 'text' ? chunk.text : '')).join('');

export const pieces = (whole: string, cuts: readonly number[]): ToolStreamChunk[] => {
  const places = [0, ...[...cuts].sort((a, b) => a - b), whole.length];
  return places.slice(1).map((end, index) => ({ kind: 'text', text: whole.slice(places[index], end) }));
};
