import { type ToolCall, type ToolCallInit, toolCall } from '@pawl/core';
import { show } from '../compare/show.js';
import { hash } from '../generate/hash.js';
import { obliging } from '../generate/obliging.js';
import { answerOf } from '../law/answer-of.js';
import type { Law } from '../law/law.js';
import { touchOf } from '../law/stations-of.js';
import { violate } from '../law/violate.js';
import type { Trial } from '../world/trial.js';
import type { Station, World } from '../world/world.js';
import { lawOf } from './law-of.js';

/** What each pair of calls differs in: two values of one field; an empty object leaves the field out. */
const differences: readonly (readonly [string, Partial<ToolCallInit>, Partial<ToolCallInit>])[] = [
  ['session', { session: 'one' }, { session: 'two' }],
  ['session', { session: 'one' }, {}],
  ['session', {}, { session: '' }],
  ['caller', { caller: 'one' }, { caller: 'two' }],
  ['caller', {}, { caller: 'undefined' }],
  ['args', { args: { path: 'a' } }, { args: { path: 'b' } }],
  ['args', { args: { n: 1 } }, { args: { n: '1' } }],
  ['args', { args: { list: [1, 2] } }, { args: { list: [2, 1] } }],
  ['args', { args: { list: ['a', 'b'] } }, { args: { list: ['a,b'] } }],
  ['args', { args: { deep: { n: 1 } } }, { args: { deep: { n: 2 } } }],
  ['args', { args: { path: 'A' } }, { args: { path: 'a' } }],
  ['args', { args: { path: 'a ' } }, { args: { path: 'a' } }],
  ['args', { args: { path: 'a', limit: null } }, { args: { path: 'a' } }],
  ['args', { args: {} }, {}],
  ['args', { args: null }, {}],
  ['args', { args: {} }, { args: null }],
  ['args', { args: {} }, { args: [] }],
];

const markOf = (value: unknown): unknown => Reflect.get(Object(Reflect.get(Object(value), 'output')), 'run');

/** Whether the second of two calls, one after the other, is answered with the result of the first. */
const shared = async (trial: Trial, station: Station, calls: readonly [ToolCall, ToolCall]): Promise<boolean> => {
  const first = markOf((await answerOf(station.outer, 'execute', [calls[0]], trial.waiting)).value);
  const second = markOf((await answerOf(station.outer, 'execute', [calls[1]], trial.waiting)).value);
  if (first === undefined || second === undefined) return false;
  trial.tell();
  return first === second;
};

const worldOf = (trial: Trial): World => {
  let runs = 0;
  return trial.world({
    around: 'none',
    answers: {
      ...obliging,
      // Every run has a result of its own, so that an earlier one is known again.
      execute: () => ({ output: { run: ++runs } }),
    },
  });
};

const answering = (world: World): readonly Station[] =>
  world.stations.filter((station) => touchOf(station, 'execute') === 'answers');

/** CCH-01. */
export const oneDifferenceOneKey: Law = lawOf({
  id: 'CCH-01',
  slug: 'one-difference-one-key',
  subjects: ['wrapper', 'chain'],
  statement:
    'A layer that answers by itself gives the result of an earlier call only for the same session, caller, tool, definition and canonical arguments.',
  intent: "A key that leaves one thing out serves one person's result to another, or an old tool's to a new one.",
  whereToLook: 'the key of the cache: put in everything that may make a difference, by canonical JSON',
  members: ['execute'],
  needs: [{ kind: 'touched', member: 'execute', as: ['answers'] }],
  check: async (trial) => {
    const world = worldOf(trial);
    for (const station of answering(world)) {
      for (const [index, { name }] of world.base.specs().slice(0, 3).entries()) {
        const drawn = hash(trial.scenario.salt, 'difference', index);
        const other = world.base.specs()[index + 1]?.name;
        const pairs = [
          ...[0, 1, 2, 3, 4].map((step) => differences[(drawn + step * 5) % differences.length]),
          other === undefined ? undefined : (['tool', { tool: name }, { tool: other }] as const),
        ];
        for (const [step, pair] of pairs.entries()) {
          if (pair === undefined) continue;
          const [field, one, two] = drawn % 2 === 0 ? pair : ([pair[0], pair[2], pair[1]] as const);
          const common = { tool: name, meta: { step } };
          const calls = [
            toolCall({ ...common, id: `${index}-${step}-1`, ...one }),
            toolCall({ ...common, id: `${index}-${step}-2`, ...two }),
          ] as const;
          if (!(await shared(trial, station, calls))) continue;
          violate('execute', station.name, {
            expected: `a result of its own for a call of ${show(name)} with another \`${field}\`: ${show(two)}`,
            but: `it was given the result of the call with ${show(one)}`,
          });
        }
        const call = toolCall({ id: `${index}-definition`, tool: name, args: { redefined: true } });
        const before = markOf((await answerOf(station.outer, 'execute', [call], trial.waiting)).value);
        const old = world.base.catalogue.find(name);
        world.base.catalogue.change({ op: 'redefine', salt: drawn });
        if (world.base.catalogue.find(name) === old || before === undefined) continue;
        const after = markOf((await answerOf(station.outer, 'execute', [call], trial.waiting)).value);
        trial.tell();
        if (after !== before) continue;
        violate('execute', station.name, {
          expected: `a result of its own once ${show(name)} is defined anew`,
          but: 'it was given a result of the old tool',
        });
      }
    }
  },
});

/** CCH-02. */
export const onlyReadsAreKept: Law = lawOf({
  id: 'CCH-02',
  slug: 'only-reads-are-kept',
  subjects: ['wrapper', 'chain'],
  statement: 'An earlier result is given again only for a tool that says it only reads.',
  intent: 'The second payment that a cache answers is a payment that nobody made.',
  whereToLook: 'the condition under which a result is kept: `readOnlyHint` must be there, and true',
  members: ['execute'],
  needs: [{ kind: 'touched', member: 'execute', as: ['answers'] }],
  check: async (trial) => {
    const world = worldOf(trial);
    for (const station of answering(world)) {
      for (const { name, annotations } of world.base.specs().slice(0, 4)) {
        if (annotations?.readOnlyHint === true) continue;
        // A cache may be one for those who say who they are.
        const isNamed = hash(trial.scenario.salt, 'named', name) % 2 === 0;
        const init = { tool: name, args: { amount: 1 }, ...(isNamed ? { session: 'one', caller: 'ada' } : {}) };
        const calls = [toolCall({ ...init, id: `${name}-1` }), toolCall({ ...init, id: `${name}-2` })] as const;
        if (!(await shared(trial, station, calls))) continue;
        violate('execute', station.name, {
          expected: `${show(name)}, which does not say that it only reads, to run as often as it is called`,
          but: 'the second call was given the result of the first',
        });
      }
    }
  },
});
