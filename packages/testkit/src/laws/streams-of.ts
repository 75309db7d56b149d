import { type ToolCall, type ToolExecutor, type ToolStreamChunk, toolCall } from '@pawl/core';
import { obliging } from '../generate/obliging.js';
import type { Trial } from '../world/trial.js';

/** A call whose stream a law can read. */
export interface Streamed {
  readonly name: string;
  readonly outer: ToolExecutor;
  readonly call: ToolCall;
  /** How often a tool was told to stop; `undefined` where the kit cannot see it. */
  readonly returned: () => number | undefined;
  /** Whether the call reached a tool. */
  readonly reached: () => boolean;
}

const chunks = (salt: number): readonly ToolStreamChunk[] => [
  ...[0, 1, 2, 3, 4, 5].map(
    (index): ToolStreamChunk => ({ kind: 'text', text: `part ${index} ${salt} `.padEnd(2000, '.') }),
  ),
  { kind: 'done', result: { output: 'done' } },
];

/** Streams of every kind of subject. */
export const streamsOf = async (trial: Trial): Promise<readonly Streamed[]> => {
  const { subject, scenario } = trial;
  if (subject.kind === 'executor') {
    const outer = await trial.executor();
    return (subject.sampleCalls ?? []).map((init) => ({
      name: subject.name,
      outer,
      call: toolCall(init),
      returned: () => undefined,
      reached: () => true,
    }));
  }
  const answers = { ...obliging, stream: () => chunks(scenario.salt) };
  if (subject.kind === 'composite') {
    const { outer, tools } = await trial.composite({ answers });
    return tools.map(({ offered, source }) => ({
      name: subject.name,
      outer,
      call: toolCall({ id: '1', tool: offered, args: {} }),
      returned: () => source.sentinel.log.returned.length,
      reached: () => source.sentinel.log.ran.length > 0,
    }));
  }
  const world = trial.world({ answers });
  return world.stations.flatMap(({ name, outer }) =>
    scenario.tools.map((tool) => ({
      name,
      outer,
      call: toolCall({ id: '1', tool: tool.name, args: {} }),
      returned: () => world.base.log.returned.length,
      reached: () => world.base.log.ran.some((call) => call.tool === tool.name),
    })),
  );
};
