import { allow, defineExecutor, layer, NONE, stack, tighten, toolCall } from '../packages/core/dist/index.js';
import { measure } from './measure.mjs';

export const name = 'what a layer costs';

const execution = { output: null };
const base = defineExecutor({
  requiredCapabilities: () => NONE,
  preDispatch: async () => allow(),
  execute: async () => execution,
});
const repeat = (count, make) => Array.from({ length: count }, (_, index) => make(index));

// Eight layers that touch other members than the ones that are called.
const idle = stack(
  ...repeat(8, (i) => layer(`idle-${i}`, { owns: 'narrows' }, (inner) => ({ owns: (tool) => inner.owns(tool) }))),
)(base);
const touchesExecute = stack(
  ...repeat(8, (i) =>
    layer(`execute-${i}`, { execute: 'rewrites' }, (inner) => ({ execute: (call) => inner.execute(call) })),
  ),
)(base);
const touchesPreDispatch = stack(
  ...repeat(8, (i) =>
    layer(`preDispatch-${i}`, { preDispatch: 'tightens' }, (inner) => ({
      preDispatch: (call) => tighten(call, allow(), inner),
    })),
  ),
)(base);
// The same chain without Pawl: eight functions that await the next one.
const awaits = repeat(8, () => async (next, call) => await next(call)).reduceRight(
  (next, wrap) => (call) => wrap(next, call),
  base.execute,
);
const call = toolCall({ id: '1', tool: 't' });

export const run = async () => {
  const [bare, through, execute, bareDecision, preDispatch, chain] = await measure(
    [
      { call: () => base.execute(call) },
      { call: () => idle.execute(call) },
      { call: () => touchesExecute.execute(call) },
      { call: () => base.preDispatch(call) },
      { call: () => touchesPreDispatch.preDispatch(call) },
      { call: () => awaits(call) },
    ],
    { rounds: 25, calls: 4_000 },
  );
  const perAwait = (chain - bare) / 8;
  const row = (text, ratio, target, ok) => ({ name: text, unit: '×', value: ratio, target, ok });
  return [
    { name: 'the bare executor, one call', unit: 'ns', value: bare },
    { name: 'one await in a chain of functions', unit: 'ns', value: perAwait },
    row(
      'eight layers that touch something else, against the bare executor',
      through / bare,
      '≤ 1.1',
      through / bare <= 1.1,
    ),
    row(
      'a layer that touches execute, against one await',
      (execute - bare) / 8 / perAwait,
      '≤ 1.5',
      (execute - bare) / 8 / perAwait <= 1.5,
    ),
    row(
      'a layer that touches preDispatch, against one await',
      (preDispatch - bareDecision) / 8 / perAwait,
      '≤ 1.5',
      (preDispatch - bareDecision) / 8 / perAwait <= 1.5,
    ),
  ];
};
