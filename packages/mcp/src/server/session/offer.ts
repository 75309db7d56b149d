import { systemClock, type ToolCall, type ToolExecutor, type ToolSpec } from '@pawl/core';
import type { ServedContext } from '../serve-options.js';

const nothing: readonly ToolSpec[] = [];
const patienceMs = 30_000;

const isSpecs = (value: unknown): value is readonly ToolSpec[] =>
  Array.isArray(value) && value.every((spec) => typeof spec?.name === 'string');

/** What a call of an unknown name may have meant; nothing where the executor fails, hangs or answers nonsense. */
export const offersFor = async (
  executor: ToolExecutor,
  call: ToolCall,
  { clock = systemClock, memberTimeoutMs = patienceMs }: ServedContext,
): Promise<readonly ToolSpec[]> => {
  let cancel = (): void => {};
  const late = new Promise<readonly ToolSpec[]>((resolve) => {
    cancel = clock.setTimeout(() => resolve(nothing), memberTimeoutMs);
  });
  try {
    const offers: unknown = await Promise.race([executor.recoverUnadvertised(call), late]);
    return isSpecs(offers) ? offers : nothing;
  } catch {
    return nothing;
  } finally {
    cancel();
  }
};

/** The sentence for a model that called a name which is not there, and what it may call instead. */
export const offerMessage = (tool: string, offers: readonly ToolSpec[]): string =>
  [
    `No tool is called ${JSON.stringify(tool)}, and nothing ran. Now listed, and ready to be called:`,
    ...offers.map(({ name, description, inputSchema }) => `- ${name}: ${description} ${JSON.stringify(inputSchema)}`),
  ].join('\n');
