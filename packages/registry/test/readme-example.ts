import { dispatch, NONE } from '@pawl/core';
import { registry, toolset } from '@pawl/registry';
import * as z from 'zod';

const sums = toolset(
  {
    add: {
      description: 'Adds two numbers.',
      input: z.object({ a: z.number(), b: z.number() }),
      output: z.number(),
      annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
      capabilities: NONE,
      run: ({ a, b }) => a + b,
    },
  },
  { workspace: 'none' },
);

const tools = registry([{ name: 'sums', executor: sums, origin: 'local-sandbox', prefix: 'sums_' }]);

const outcome = await dispatch(tools, { id: '1', tool: 'sums_add', args: { a: 1, b: 2 } });
console.log(outcome.status, outcome.status === 'executed' && outcome.execution.output); // executed 3
