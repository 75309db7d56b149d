// Measures what an action of a proposal, and a chunk of a detached stream, cost over `dispatch` and `dispatchStream`.
import { allow, defineExecutor, dispatch, dispatchStream, NONE } from '@pawl/core';
import { detachedTools, memoryState, runProposal } from '@pawl/runtime';

export const name = 'proposals and detached streams';

const args = { path: 'notes/today.md', text: 'a few words of text' };
const size = 100;
const chunks = 5_000;
const specs = [
  { name: 'tool', description: '', inputSchema: { type: 'object' }, annotations: { openWorldHint: false } },
];
const tools = defineExecutor({
  specs: () => specs,
  requiredCapabilities: () => NONE,
  preDispatch: async () => allow(),
  execute: async (call) => ({ output: 'ok', ...(call.expectedEffects ? { mutations: { key: call.id } } : {}) }),
  executeStream: async () =>
    (async function* () {
      for (let n = 0; n < chunks; n++) yield { kind: 'text', text: 'a few words of text ' };
      yield { kind: 'done' };
    })(),
});

const actions = (more) =>
  Array.from({ length: size }, (_, index) => ({ id: `a${index}`, tool: 'tool', args, ...more(index) }));
const inTurn = actions(() => ({}));
const together = actions(() => ({ onFailure: 'skip' }));
const chain = actions((index) => (index === 0 ? {} : { dependsOn: [`a${index - 1}`] }));
const changing = actions(() => ({ expectedEffects: { key: '' } }));

const proposal = (list, options) => async () => {
  const result = await runProposal({ executor: tools, proposal: { actions: list }, options: options?.() });
  if (result.cost.executed !== size) throw new Error(`${result.status}: ${result.cost.executed} of ${size} ran`);
};

const detachedStream = async () => {
  const detached = detachedTools({ executor: tools });
  const { handle } = await detached.start({ id: '1', tool: 'tool' });
  let poll = detached.poll(handle);
  while (poll?.status === 'running') {
    await new Promise((resolve) => setImmediate(resolve));
    poll = detached.poll(handle);
  }
  if (poll?.status !== 'done') throw new Error(`the stream ${poll?.status}`);
  await detached.close();
};

const bareStream = async () => {
  const { stream } = await dispatchStream(tools, { id: '1', tool: 'tool' });
  for await (const _chunk of stream);
};

const contenders = {
  dispatch: async () => {
    for (const { id } of inTurn) await dispatch(tools, { id, tool: 'tool', args });
  },
  'in turn': proposal(inTurn),
  together: proposal(together),
  'a chain of 100 levels': proposal(chain),
  'with a change of state': proposal(changing, () => ({ state: memoryState() })),
  'bare stream': bareStream,
  'detached stream': detachedStream,
};

/** Median microseconds of each; in turns, so that a busy moment hits all of them alike. */
const measureAll = async () => {
  const times = new Map(Object.keys(contenders).map((key) => [key, []]));
  for (let round = -10; round < 31; round++) {
    for (const [key, run] of Object.entries(contenders)) {
      const start = process.hrtime.bigint();
      await run();
      if (round >= 0) times.get(key).push(Number(process.hrtime.bigint() - start) / 1000);
    }
  }
  return (key) => times.get(key).toSorted((a, b) => a - b)[15];
};

export const run = async () => {
  const median = await measureAll();
  const dispatched = median('dispatch') / size;
  const action = (key) => ({ name: `an action, ${key}`, unit: 'µs', value: median(key) / size });
  const added = median('in turn') / size - dispatched;
  return [
    { name: 'dispatch alone', unit: 'µs', value: dispatched },
    ...['in turn', 'together', 'a chain of 100 levels', 'with a change of state'].map(action),
    { name: 'an action in turn / dispatch', unit: '×', value: median('in turn') / median('dispatch') },
    { name: 'what an action in turn adds', unit: 'µs', value: added },
    { name: 'a chunk through dispatchStream', unit: 'µs', value: median('bare stream') / chunks },
    { name: 'a chunk of a detached stream', unit: 'µs', value: median('detached stream') / chunks },
    { name: 'detached / dispatchStream', unit: '×', value: median('detached stream') / median('bare stream') },
  ];
};
