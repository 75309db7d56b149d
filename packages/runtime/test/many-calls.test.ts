import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { runTurn, scriptedModel } from '../src/index.js';
import { tools } from './tools.js';

it('warns of no leak where a batch has more calls than Node expects listeners', async () => {
  const warnings: Error[] = [];
  const listen = (warning: Error): void => void warnings.push(warning);
  process.on('warning', listen);
  const toolCalls = Array.from({ length: 20 }, (_, index) => ({ id: `c${index}`, tool: 'free' }));
  const { messages } = await runTurn({
    model: scriptedModel([{ toolCalls }, { text: 'done' }]),
    executor: tools().executor,
    messages: [{ role: 'user', text: 'go' }],
    options: { signal: new AbortController().signal },
  });
  await setImmediate();
  process.off('warning', listen);
  expect(messages.filter(({ role }) => role === 'tool')).toHaveLength(20);
  expect(warnings).toEqual([]);
});
