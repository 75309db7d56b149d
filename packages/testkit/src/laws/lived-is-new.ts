import { type ExecutorMember, executorMembers, type ToolExecutor } from '@pawl/core';
import { difference } from '../compare/difference.js';
import { show } from '../compare/show.js';
import { type Answer, answerOf } from '../law/answer-of.js';
import type { Law } from '../law/law.js';
import { violate } from '../law/violate.js';
import type { Trial } from '../world/trial.js';
import { lawOf } from './law-of.js';
import { callMembers, type History, live, nameMembers } from './lived-history.js';
import { unlicensed } from './lived-license.js';
import { habitatOf, type Living } from './lived-subjects.js';

/** One question to one who lives, as it is put to one made anew. */
class Comparison {
  readonly #trial: Trial;
  readonly #living: Living;
  readonly #history: History;

  constructor(trial: Trial, living: Living, history: History) {
    this.#trial = trial;
    this.#living = living;
    this.#history = history;
  }

  async compare(member: ExecutorMember, args: readonly unknown[], fresh: ToolExecutor): Promise<void> {
    const { outer, name } = this.#living;
    const want = await answerOf(fresh, member, args, this.#trial.waiting);
    const got = await answerOf(outer, member, args, this.#trial.waiting);
    const wrong = this.#wrong(member, args, { want, got });
    if (wrong === undefined || (await this.#isCapricious(member, args, want))) return;
    violate(member, name, {
      expected: `${args.length === 0 ? 'the answer' : `the answer about ${show(args[0])}`} of one made anew around the same inner: ${show(want.error ?? want.value)}`,
      but: `after what it has lived through it answers ${show(got.error ?? got.value)} (${wrong})`,
      evidence:
        'asked at the same moment, one made anew answers otherwise: something is remembered that no touch declares',
    });
  }

  #wrong(member: ExecutorMember, args: readonly unknown[], answers: { want: Answer; got: Answer }): string | undefined {
    const touch = new Map<string, string>(Object.entries(this.#living.touches)).get(member);
    const isAboutCall = callMembers.includes(member);
    const call: unknown = isAboutCall ? args[0] : undefined;
    if (touch === undefined || !(isAboutCall || this.#history.isBusy)) return difference(answers.want, answers.got);
    const isThere = this.#living.outer.owns(String(Object(call).tool)) === true;
    return unlicensed(member, touch, { ...answers, args: Object(call).args, isThere });
  }

  /** Whether two made anew differ among themselves: then nothing can be said. */
  async #isCapricious(member: ExecutorMember, args: readonly unknown[], first: Answer): Promise<boolean> {
    const { executor } = await this.#living.renew();
    const second = await answerOf(executor, member, args, this.#trial.waiting);
    return difference(first, second) !== undefined;
  }
}

const judge = async (trial: Trial, living: Living, history: History): Promise<void> => {
  const comparison = new Comparison(trial, living, history);
  const { executor: fresh } = await living.renew();
  await comparison.compare('specs', [], fresh);
  for (const tool of history.names) {
    for (const member of nameMembers) await comparison.compare(member, [tool], fresh);
    trial.tell();
  }
  // Member by member, so that each question follows one about another call.
  for (const member of callMembers) {
    for (const call of history.calls) {
      // What comes back of a tool that left may still be looked at by the source that it left.
      if (member === 'postDispatch' && trial.subject.kind === 'composite' && !living.outer.owns(call.tool)) continue;
      const args = member === 'postDispatch' ? [call, { output: { was: call.id } }] : [call];
      // One that has been asked about a call has begun to live.
      const { executor } = await living.renew();
      await comparison.compare(member, args, executor);
      trial.tell();
    }
  }
};

/** LIV-01. */
export const livedIsNew: Law = lawOf({
  id: 'LIV-01',
  slug: 'lived-is-new',
  subjects: ['wrapper', 'chain', 'composite'],
  statement:
    'After any history, every question has the answer of one made anew around the same inner, save what a touch declares.',
  intent:
    'What is remembered in passing outlives its reason: the tool that left still runs, the owner that changed still answers.',
  whereToLook:
    'fields, maps and closures that are written by one question and read by another; key them by the identity of what they were computed from, or ask the inner again',
  members: [...executorMembers],
  minimumCoverage: 100,
  check: async (trial) => {
    const habitat = await habitatOf(trial);
    const history = await live(trial, habitat, () => {});
    for (const living of habitat.living) await judge(trial, living, history);
  },
});
