// A LangChain middleware with `wrapToolCall`, in a real agent over LangChain's own fake model.
import { ToolFailure } from '@pawl/core';
import { createAgent, createMiddleware, FakeToolCallingModel, HumanMessage, ToolMessage, tool } from 'langchain';
import { argumentsOf, arrivedCall, asFailure, bridged } from '../bridge.mjs';

/** The wrapper under test: it counts tool calls. */
const counting = () => {
  const counts = new Map();
  return createMiddleware({
    name: 'Counting',
    wrapToolCall: async (request, handler) => {
      counts.set(request.toolCall.name, (counts.get(request.toolCall.name) ?? 0) + 1);
      return handler(request);
    },
  });
};

// LangChain's own way to hand data to a tool is the run's `configurable`, and its own way back beside text is the artifact.
const run = (middleware, inner) => async (call) => {
  const wrapped = tool(
    async (input, config) => {
      const { onProgress } = config.configurable.call;
      const execution = await inner.execute(
        arrivedCall(config.configurable.call, input, {
          ...(config.signal === undefined ? {} : { signal: config.signal }),
          ...(onProgress === undefined ? {} : { onProgress }),
        }),
      );
      return [JSON.stringify(execution.output), execution];
    },
    { name: call.tool, description: 'A tool.', schema: { type: 'object' }, responseFormat: 'content_and_artifact' },
  );
  const agent = createAgent({
    model: new FakeToolCallingModel({
      toolCalls: [[{ type: 'tool_call', id: call.id, name: call.tool, args: argumentsOf(call) }]],
    }),
    tools: [wrapped],
    middleware: middleware(),
  });
  const { messages } = await agent
    .invoke(
      { messages: [new HumanMessage('Call the tool.')] },
      { configurable: { call }, ...(call.signal === undefined ? {} : { signal: call.signal }) },
    )
    .catch((error) => {
      throw asFailure(error);
    });
  const answer = messages.find((message) => ToolMessage.isInstance(message));
  if (answer === undefined) throw new ToolFailure('the agent ran no tool', { code: 'tool-error' });
  if (answer.status === 'error') throw new ToolFailure(String(answer.content), { code: 'tool-error' });
  return answer.artifact;
};

const wrapBy = (middleware) => {
  const wrap = (inner) => bridged(inner, { execute: run(middleware, inner) }, wrap);
  return wrap;
};

export const adapter = {
  name: 'LangChain wrapToolCall middleware',
  library: 'langchain',
  what: 'a `createMiddleware({ wrapToolCall })` that counts calls and hands them on, in an agent of `createAgent`',
  members: ['execute'],
  touches: {},
  wrap: wrapBy(() => [counting()]),
  control: wrapBy(() => []),
};
