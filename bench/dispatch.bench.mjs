import { tool as langchainTool } from '@langchain/core/tools';
import { tool as agentsTool, RunContext } from '@openai/agents';
import { tool as aiTool, generateText, stepCountIs } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { z } from 'zod';
import { capabilities, dispatch, stack, toolCall } from '../packages/core/dist/index.js';
import {
  approvalCache,
  approvalMemory,
  narrowing,
  redaction,
  retrievalGate,
} from '../packages/decorators/dist/index.js';
import { toolset } from '../packages/registry/dist/index.js';
import { measure } from './measure.mjs';

export const name = 'one guarded call of a tool that does nothing';

const description = 'Says how warm it is in a city';
const input = z.object({ city: z.string() });
const args = { city: 'Oslo' };
const answer = () => 'fine';
const annotations = { readOnlyHint: true, openWorldHint: false };
const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };

const base = toolset(
  {
    weather: {
      description,
      input: schema,
      annotations,
      capabilities: capabilities('fixed-connector-read'),
      run: answer,
    },
    forget: { description: 'Forgets everything', input: schema, run: answer },
  },
  { workspace: 'none' },
);
const guarded = stack(
  retrievalGate({ query: 'how warm is it in Oslo', k: 5 }),
  approvalCache({ memory: approvalMemory() }),
  redaction(),
  narrowing({ deny: ['forget'] }),
)(base);
const call = toolCall({ id: '1', tool: 'weather', args, session: 's' });

const langchain = langchainTool(answer, { name: 'weather', description, schema: input });
const agents = agentsTool({ name: 'weather', description, parameters: input, execute: answer });
const context = new RunContext();
const text = JSON.stringify(args);

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const model = new MockLanguageModelV3({
  doGenerate: async () => ({
    content: [{ type: 'tool-call', toolCallId: '1', toolName: 'weather', input: text }],
    finishReason: { unified: 'tool-calls' },
    usage,
    warnings: [],
  }),
});
const tools = { weather: aiTool({ description, inputSchema: input, execute: answer }) };

export const run = async () => {
  const first = await dispatch(guarded, call);
  if (first.status !== 'executed') throw new Error(`the guarded call was ${first.status}`);
  const [pawl, bare, lang, openai, ai] = await measure(
    [
      { call: () => dispatch(guarded, call) },
      { call: () => base.execute(call) },
      { call: () => langchain.invoke(args) },
      { call: () => agents.invoke(context, text) },
      { call: () => generateText({ model, tools, prompt: 'x', stopWhen: stepCountIs(1) }) },
    ],
    { rounds: 15, calls: 300 },
  );
  const fastest = Math.min(lang, openai, ai);
  return [
    { name: 'dispatch through all four layers', unit: 'ns', value: pawl, target: '≤ 3000 (aim)', ok: pawl <= 3000 },
    { name: 'the same tool without any layer or gate', unit: 'ns', value: bare },
    { name: 'LangChain tool.invoke', unit: 'ns', value: lang },
    { name: 'OpenAI Agents function tool', unit: 'ns', value: openai },
    { name: 'AI SDK generateText with one tool call', unit: 'ns', value: ai },
    {
      name: 'dispatch against the fastest of them',
      unit: '×',
      value: pawl / fastest,
      target: '< 1',
      ok: pawl < fastest,
    },
  ];
};
