import { generateText, stepCountIs, tool } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { z } from 'zod';
import { serve } from '../serve.mjs';

const model = new MockLanguageModelV3({
  doGenerate: async () => ({
    content: [{ type: 'tool-call', toolCallId: '1', toolName: 'weather', input: JSON.stringify({ city: 'Oslo' }) }],
    finishReason: { unified: 'tool-calls' },
    usage: { inputTokens: { total: 1 }, outputTokens: { total: 1 } },
    warnings: [],
  }),
});
const inputSchema = z.object({ city: z.string() });
const tools = { weather: tool({ description: 'Says how warm it is in a city', inputSchema, execute: () => 'fine' }) };

serve(() => generateText({ model, tools, prompt: 'x', stopWhen: stepCountIs(1) }));
