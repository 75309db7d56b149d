import { type ToolCall, type ToolExecutor, toolCall } from '@pawl/core';
import { show } from '../compare/show.js';
import { hash } from '../generate/hash.js';
import { obliging } from '../generate/obliging.js';
import { type Answer, answerOf } from '../law/answer-of.js';
import type { Law } from '../law/law.js';
import { touchOf } from '../law/stations-of.js';
import { violate } from '../law/violate.js';
import type { Trial } from '../world/trial.js';
import { loopTurn } from '../world/waiting.js';
import { lawOf } from './law-of.js';

/** Turns of the event loop without an arrival, after which those that wait are all that come. */
const maxQuiet = 20;

/** Lets waiting calls go on in an order drawn from the salt, whatever order they came in. */
class Interleaving {
  readonly #waiting: { readonly call: ToolCall; readonly go: () => void }[] = [];

  readonly pause = (call: ToolCall): Promise<void> =>
    new Promise((resolve) => void this.#waiting.push({ call, go: resolve }));

  /**
   * Lets one call after the other end, until `open`, the number of calls without an answer, is 0. The next one ends once
   * all of them wait at the inner, or nothing has arrived for a while: a question may travel as a message. A call that
   * never gets there ends with the kit's patience.
   */
  async run(salt: number, open: () => number): Promise<void> {
    let quiet = 0;
    for (let turn = 0; open() > 0; ) {
      const before = this.#waiting.length;
      for (let step = 0; step < 12; step++) await Promise.resolve();
      if (this.#waiting.length === 0 || (this.#waiting.length < open() && quiet < maxQuiet)) {
        quiet = this.#waiting.length === before ? quiet + 1 : 0;
        await loopTurn();
        continue;
      }
      quiet = 0;
      const [next] = this.#waiting.splice(hash(salt, turn++) % this.#waiting.length, 1);
      next?.go();
    }
  }
}

const callsOf = (trial: Trial, tools: readonly string[]): readonly ToolCall[] =>
  [0, 1, 2, 3].map((index) => {
    const drawn = hash(trial.scenario.salt, 'race', index);
    return toolCall({
      id: `call-${index}`,
      tool: tools[drawn % Math.max(1, tools.length)] ?? '',
      // Mostly the same arguments: what a coalescing layer takes for the same call.
      args: drawn % 3 === 0 ? { path: `p${index}` } : { path: 'same' },
      session: `session-${drawn % 2}`,
      caller: `caller-${(drawn >> 4) % 2}`,
    });
  });

const identity = ({ id, tool, session, caller, args }: ToolCall) => ({
  id,
  tool,
  session: session ?? null,
  caller: caller ?? null,
  args: args ?? null,
});

// Without the arguments: a layer that rewrites them asks the inner about the ones that will run.
const asker = ({ id, tool, session, caller }: ToolCall): string =>
  `decided for ${show({ id, tool, session: session ?? null, caller: caller ?? null })}`;

const whose = ({ value }: Answer): unknown =>
  typeof value === 'object' && value !== null
    ? Reflect.get((Reflect.get(value, 'output') ?? {}) as object, 'whose')
    : undefined;

const checkRun = async (
  trial: Trial,
  under: { readonly name: string; readonly outer: ToolExecutor; readonly answersItself: boolean },
  interleaving: Interleaving,
): Promise<void> => {
  const { name, outer, answersItself } = under;
  const calls = callsOf(
    trial,
    outer.specs().map((spec) => spec.name),
  );
  let open = calls.length;
  const pending = calls.map((call) =>
    answerOf(outer, 'execute', [call], trial.waiting).finally(() => {
      open--;
    }),
  );
  // A failure is looked at below.
  for (const answer of pending) answer.catch(() => {});
  await interleaving.run(trial.scenario.salt, () => open);
  for (const [index, call] of calls.entries()) {
    const answer = await (pending[index] ?? Promise.resolve<Answer>({ value: undefined }));
    if (answer.error !== undefined) continue;
    trial.tell();
    const got = whose(answer);
    const want = identity(call);
    // A declared cache may hand out an earlier result, but never across callers, sessions, tools or arguments.
    const fields = answersItself
      ? (['tool', 'session', 'caller', 'args'] as const)
      : (['id', 'tool', 'session', 'caller', 'args'] as const);
    const crossed = fields.find((field) => show(Reflect.get(Object(got), field)) !== show(want[field]));
    if (crossed === undefined) continue;
    violate('execute', name, {
      expected: `the result of its own call, ${show(want)}`,
      but: `the result of another came back: ${show(got)}`,
      evidence: `\`${crossed}\` differs: results cross calls that run at the same time`,
    });
  }
};

const checkDecisions = async (trial: Trial, name: string, outer: ToolExecutor): Promise<void> => {
  const calls = callsOf(
    trial,
    outer.specs().map((spec) => spec.name),
  );
  const answers = await Promise.all(calls.map((call) => answerOf(outer, 'preDispatch', [call], trial.waiting)));
  for (const [index, call] of calls.entries()) {
    const value = answers[index]?.value;
    const notes: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'notes') : undefined;
    if (!Array.isArray(notes)) continue;
    trial.tell();
    if (notes.some((note) => note === asker(call))) continue;
    violate('preDispatch', name, {
      expected: `the decision on its own call, ${show(identity(call))}`,
      but: `the decision on another came back: ${show(notes)}`,
    });
  }
};

/** RAC-01. */
export const nothingCrosses: Law = lawOf({
  id: 'RAC-01',
  slug: 'nothing-crosses',
  subjects: ['wrapper', 'chain', 'composite'],
  statement: 'Concurrent identical calls ask once; results never cross calls, sessions or callers.',
  intent: "A cache keyed without the user serves one person's results to another, and only under load.",
  whereToLook:
    'state that is shared between calls: a field for "the current call", a map of calls under way, the key of a cache',
  members: ['execute', 'preDispatch'],
  minimumCoverage: 50,
  check: async (trial) => {
    const answers = {
      ...obliging,
      execute: (call: ToolCall) => ({ output: { whose: identity(call) } }),
      preDispatch: (call: ToolCall) => ({ verdict: 'allow' as const, notes: [asker(call)] }),
    };
    const interleaving = new Interleaving();
    const options = { answers, pause: interleaving.pause };
    if (trial.subject.kind === 'composite') {
      const { outer } = await trial.composite(options);
      const { touches, name } = trial.subject;
      await checkRun(trial, { name, outer, answersItself: touches.execute === 'answers' }, interleaving);
      return;
    }
    for (const station of trial.world({ ...options, around: 'none' }).stations) {
      const answersItself = touchOf(station, 'execute') === 'answers';
      await checkRun(trial, { name: station.name, outer: station.outer, answersItself }, interleaving);
      await checkDecisions(trial, station.name, station.outer);
    }
  },
});
