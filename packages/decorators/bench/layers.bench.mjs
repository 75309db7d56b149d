import { measure } from '../../../bench/measure.mjs';
import { allow, defineExecutor, NONE, toolCall } from '../../core/dist/index.js';
import { cache } from '../dist/cache/index.js';
import { policy } from '../dist/policy/index.js';

export const name = 'what each layer adds to one call';

const specs = [{ name: 't', description: '', inputSchema: {}, annotations: { readOnlyHint: true } }];
const execution = { output: { rows: [1, 2, 3] } };
const base = defineExecutor({
  specs: () => specs,
  requiredCapabilities: () => NONE,
  preDispatch: async () => allow(),
  execute: async () => execution,
});
const call = toolCall({ id: '1', tool: 't', args: { path: '/notes/milk.md', limit: 10 }, session: 's', caller: 'c' });

const layers = {
  'cache, a result that is kept': cache({ ttlMs: 60_000 }),
  'policy, three rules': policy({
    rules: [
      { when: { tool: 'x*' }, verdict: 'deny' },
      { when: { args: [{ at: '/path', within: '/etc' }] }, verdict: 'deny' },
      { when: { readOnly: true }, verdict: 'allow' },
    ],
    whenUnmatched: 'ignore',
  }),
};

export const run = async () => {
  const once = (tools) => async () => {
    await tools.preDispatch(call);
    await tools.execute(call);
  };
  const names = Object.keys(layers);
  const [bare, ...times] = await measure(
    [{ call: once(base) }, ...names.map((layer) => ({ call: once(layers[layer](base)) }))],
    { rounds: 15, calls: 3_000 },
  );
  return [
    { name: 'the bare executor: asked and run', unit: 'ns', value: bare },
    ...names.map((layer, index) => ({ name: `${layer} adds`, unit: 'ns', value: times[index] - bare })),
  ];
};
