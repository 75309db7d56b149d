import { type ExecutorMember, executorMembers, toolCall } from '@pawl/core';
import { difference } from '../compare/difference.js';
import { show } from '../compare/show.js';
import { callFrom } from '../generate/call-from.js';
import { obliging } from '../generate/obliging.js';
import { scopeFrom } from '../generate/sentinel.js';
import { answerOf } from '../law/answer-of.js';
import type { Law } from '../law/law.js';
import { violate } from '../law/violate.js';
import type { Trial } from '../world/trial.js';
import { lawOf } from './law-of.js';
import { outersOf } from './outer-of.js';

const names: readonly ExecutorMember[] = [
  'specs',
  'owns',
  'needsApproval',
  'cacheableApproval',
  'requiredCapabilities',
  'ingestsUntrustedContent',
];
const running: readonly ExecutorMember[] = executorMembers.slice(7);

const globals = (): readonly string[] =>
  [
    ...Reflect.ownKeys(globalThis),
    ...Reflect.ownKeys(Object.prototype),
    ...Reflect.ownKeys(Array.prototype),
    ...Reflect.ownKeys(Promise.prototype),
  ].map(String);

const ask = async (trial: Trial, outer: import('@pawl/core').ToolExecutor, name: string): Promise<void> => {
  for (const member of names) {
    for (const tool of trial.names) {
      const args = member === 'specs' ? [] : [tool];
      const first = await answerOf(outer, member, args, trial.waiting);
      const second = await answerOf(outer, member, args, trial.waiting);
      trial.tell();
      const wrong = difference(first, second);
      if (wrong !== undefined)
        violate(member, name, {
          expected: `the same answer about ${show(tool)} twice`,
          but: `the second differs: ${wrong}`,
        });
    }
  }
};

const copy = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const checkInputs = async (trial: Trial): Promise<void> => {
  const world = trial.world({ answers: { postDispatch: obliging.postDispatch }, worker: 'rooted' });
  for (const { name, outer, probe } of world.stations) {
    const unchanged = (member: ExecutorMember, what: string, before: unknown, after: unknown): void => {
      const wrong = difference(before, copy(after));
      if (wrong !== undefined) violate(member, name, { expected: `${what} not to be changed in place`, but: wrong });
    };
    const below = probe.specs();
    const catalogue = copy(below);
    await answerOf(outer, 'specs', [], trial.waiting);
    unchanged('specs', "the inner's catalogue", catalogue, below);
    probe.clear();
    for (const tool of trial.names)
      for (const member of names.slice(1)) await answerOf(outer, member, [tool], trial.waiting);
    const ran = probe.heard.find(({ member }) => running.includes(member));
    if (ran !== undefined)
      violate(ran.member, name, {
        expected: 'a name question to run nothing',
        but: `it called \`${ran.member}\` of the inner`,
      });
    const scope = { ...scopeFrom(1, 1), shareIn: ['a.md', 'b.md'] };
    const scopeBefore = copy(scope);
    await answerOf(outer, 'forWorker', [scope], trial.waiting);
    unchanged('forWorker', 'the scope', scopeBefore, scope);
    const [seed] = trial.scenario.calls;
    const { call } = callFrom(seed === undefined ? '' : trial.toolOf(seed), 3);
    const outcome = {
      output: { content: [{ type: 'text', text: trial.subject.secrets?.[0] ?? 'plain' }] },
      meta: { a: { b: [1, 2] } },
    };
    const outcomeBefore = copy(outcome);
    await answerOf(outer, 'postDispatch', [call, outcome], trial.waiting);
    unchanged('postDispatch', 'the outcome', outcomeBefore, outcome);
    const effects = { id: '1', tool: call.tool, attempt: 1, args: { list: [1, 2], deep: { a: 1 } } };
    const made = toolCall(effects);
    await answerOf(outer, 'preDispatch', [made], trial.waiting);
    unchanged('preDispatch', 'the arguments', effects, made);
  }
};

/** PUR-01. */
export const nothingIsTouched: Law = lawOf({
  id: 'PUR-01',
  slug: 'nothing-is-touched',
  subjects: ['executor', 'wrapper', 'chain', 'composite'],
  statement: 'Inputs are not mutated, globals not touched; name questions are deterministic and run nothing.',
  intent: 'Everything here is asked many times, by many layers, and must not depend on who asked before.',
  whereToLook:
    'in-place methods (`sort`, `push`, `splice`, assignment) on what came in, and state behind name questions',
  members: [...names, 'preDispatch', 'postDispatch', 'forWorker', 'execute'],
  minimumCoverage: 100,
  check: async (trial) => {
    const before = globals();
    for (const { name, outer } of await outersOf(trial)) await ask(trial, outer, name);
    if (trial.subject.kind === 'wrapper' || trial.subject.kind === 'chain') await checkInputs(trial);
    const added = globals().find((key) => !before.includes(key));
    if (added === undefined) return;
    // What was added is taken away again, so that it cannot spoil the next run.
    for (const holder of [globalThis, Object.prototype, Array.prototype, Promise.prototype])
      Reflect.deleteProperty(holder, added);
    violate('execute', trial.subject.name, {
      expected: 'no global to be touched',
      but: `${show(added)} was added to a global object`,
    });
  },
});
