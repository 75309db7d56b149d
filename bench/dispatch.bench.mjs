import { measureApart } from './measure-apart.mjs';

export const name = 'one guarded call of a tool that does nothing';

export const run = async () => {
  const [pawl, langchain, agents, ai] = await measureApart([
    { file: 'contenders/pawl.mjs', calls: 5_000 },
    { file: 'contenders/langchain.mjs', calls: 1_000 },
    { file: 'contenders/openai-agents.mjs', calls: 5_000 },
    { file: 'contenders/ai-sdk.mjs', calls: 200 },
  ]);
  const ratio = pawl / Math.min(langchain, agents, ai);
  return [
    { name: 'dispatch through all four layers', unit: 'ns', value: pawl, target: '≤ 3000 (aim)', ok: pawl <= 3000 },
    { name: 'LangChain tool.invoke', unit: 'ns', value: langchain },
    { name: 'OpenAI Agents function tool', unit: 'ns', value: agents },
    { name: 'AI SDK generateText with one tool call', unit: 'ns', value: ai },
    { name: 'dispatch against the fastest of them', unit: '×', value: ratio, target: '< 1', ok: ratio < 1 },
  ];
};
