// A tool set of the AI SDK whose `execute` is wrapped by a function, run by the SDK's own `generateText` and `streamText`
// over its own mock model.
import { generateText, jsonSchema, simulateReadableStream, stepCountIs, streamText, tool } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { argumentsOf, arrivedCall, asFailure, bridged } from '../bridge.mjs';

/** The wrapper under test: it counts the calls of every tool in a set. */
const counted = (tools, counts = new Map()) =>
  Object.fromEntries(
    Object.entries(tools).map(([name, inner]) => [
      name,
      {
        ...inner,
        execute: async (input, options) => {
          counts.set(name, (counts.get(name) ?? 0) + 1);
          return await inner.execute(input, options);
        },
      },
    ]),
  );

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const finish = { finishReason: { unified: 'tool-calls', raw: undefined }, usage };

const modelFor = (call) => {
  const wanted = {
    type: 'tool-call',
    toolCallId: call.id,
    toolName: call.tool,
    input: JSON.stringify(argumentsOf(call)),
  };
  return new MockLanguageModelV3({
    doGenerate: async () => ({ content: [wanted], ...finish, warnings: [] }),
    doStream: async () => ({
      stream: simulateReadableStream({
        initialDelayInMs: null,
        chunkDelayInMs: null,
        chunks: [{ type: 'stream-start', warnings: [] }, wanted, { type: 'finish', ...finish }],
      }),
    }),
  });
};

// The SDK's own way to hand data to a tool is `experimental_context`: the call travels there, and the signal as `abortSignal`.
const settingsFor = (around, call, execute) => ({
  model: modelFor(call),
  prompt: 'Call the tool.',
  stopWhen: stepCountIs(1),
  maxRetries: 0,
  experimental_context: call,
  ...(call.signal === undefined ? {} : { abortSignal: call.signal }),
  tools: around(
    Object.fromEntries([[call.tool, tool({ description: '', inputSchema: jsonSchema({ type: 'object' }), execute })]]),
  ),
});

const received = (input, { experimental_context: call, abortSignal }) =>
  arrivedCall(call, input, {
    ...(abortSignal === undefined ? {} : { signal: abortSignal }),
    ...(call.onProgress === undefined ? {} : { onProgress: call.onProgress }),
  });

const run = (around, inner) => async (call) => {
  const { content } = await generateText(
    settingsFor(around, call, (input, options) => inner.execute(received(input, options))),
  ).catch((error) => {
    throw asFailure(error);
  });
  const failed = content.find((part) => part.type === 'tool-error');
  if (failed !== undefined) throw asFailure(failed.error);
  return content.find((part) => part.type === 'tool-result').output;
};

const chunksOf = async function* (parts) {
  let streamed = false;
  for await (const part of parts) {
    if (part.type === 'tool-error') throw asFailure(part.error);
    if (part.type !== 'tool-result') continue;
    if (part.preliminary === true) {
      streamed = true;
      yield part.output;
    } else if (!streamed) yield { kind: 'done', result: { output: part.output } };
  }
};

const runStream = (around, inner) => async (call) => {
  const { fullStream } = streamText({
    ...settingsFor(around, call, async function* (input, options) {
      yield* await inner.executeStream(received(input, options));
    }),
    onError: () => undefined,
  });
  const chunks = chunksOf(fullStream);
  // The first chunk says whether the tool could be started at all.
  const first = await chunks.next();
  return (async function* () {
    if (first.done !== true) yield first.value;
    yield* chunks;
  })();
};

const wrapBy = (around) => {
  const wrap = (inner) =>
    bridged(inner, { execute: run(around, inner), executeStream: runStream(around, inner) }, wrap);
  return wrap;
};

export const adapter = {
  name: 'AI SDK tool set wrapped by a function',
  library: 'ai',
  what: 'a function that replaces `execute` of every tool by an async function around it, run by `generateText` and `streamText`',
  members: ['execute', 'executeStream'],
  touches: {},
  wrap: wrapBy(counted),
  control: wrapBy((tools) => tools),
};
