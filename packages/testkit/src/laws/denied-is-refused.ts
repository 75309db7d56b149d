import { type JsonValue, type ToolCall, type ToolExecutor, toolCall } from '@pawl/core';
import { show } from '../compare/show.js';
import { callFrom } from '../generate/call-from.js';
import { hash } from '../generate/hash.js';
import { obliging } from '../generate/obliging.js';
import { scopeFrom } from '../generate/sentinel.js';
import { answerOf } from '../law/answer-of.js';
import type { Law } from '../law/law.js';
import { violate } from '../law/violate.js';
import type { Trial } from '../world/trial.js';
import type { World } from '../world/world.js';
import { lawOf } from './law-of.js';

const shapes = 8;

/** Arguments of another type than a rule would expect. */
const unfit: readonly JsonValue[] = [{ path: 5 }, { path: null }, { path: ['../etc'] }, { path: { '..': '..' } }];

/** Calls of every listed tool, with arguments of every shape. */
const callsOf = (trial: Trial, world: World): readonly ToolCall[] =>
  world.base
    .specs()
    .slice(0, 4)
    .flatMap(({ name }, index) => [
      ...Array.from({ length: shapes }, (_, shape) => {
        // The last three bits draw the arguments, the rest of the salt the other fields; nobody aborts.
        const salt = ((hash(trial.scenario.salt, index) & 0xff) << 3) | shape;
        return callFrom(name, salt, `call-${index}-${shape}`).call;
      }),
      ...unfit.map((args, shape) => toolCall({ id: `unfit-${index}-${shape}`, tool: name, args })),
    ]);

const isRefusal = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && Reflect.get(error, 'outcome') === 'not-started';

const startsBadly = (chunks: unknown): boolean =>
  Array.isArray(chunks) && chunks.length === 1 && isRefusal(Reflect.get(Object(chunks[0]), 'failure'));

interface Under {
  readonly trial: Trial;
  readonly tools: ToolExecutor;
  /** How often a base has run a tool. */
  readonly ran: () => number;
  readonly member: 'forWorker' | undefined;
}

const where = (call: ToolCall): string => `${call.tool} called with ${show(call.args)}`;

const checkPaths = async ({ trial, tools, ran, member }: Under, call: ToolCall): Promise<void> => {
  const { name } = trial.subject;
  const decision = (await answerOf(tools, 'preDispatch', [call], trial.waiting)).value;
  const verdict: unknown = Reflect.get(Object(decision), 'verdict');
  if (decision !== undefined && verdict !== 'deny') {
    violate(member ?? 'preDispatch', name, {
      expected: `${where(call)} to be denied, as the subject promises`,
      but: `the verdict is ${show(verdict)}`,
    });
  }
  for (const path of ['execute', 'executeStream'] as const) {
    const before = ran();
    const answer = await answerOf(tools, path, [call], trial.waiting);
    trial.tell();
    if (ran() > before) {
      violate(member ?? path, name, {
        expected: `${where(call)} to be refused by \`${path}\` too, which not everybody asks about first`,
        but: 'it ran',
      });
    }
    if (isRefusal(answer.error) || startsBadly(answer.value)) continue;
    violate(member ?? path, name, {
      expected: `a failure that says "not-started" from \`${path}\`: nothing has happened`,
      but: show(answer.error ?? answer.value),
    });
  }
};

/** POL-01. */
export const deniedIsRefused: Law = lawOf({
  id: 'POL-01',
  slug: 'denied-is-refused',
  subjects: ['wrapper'],
  statement:
    'What a policy refuses is denied before it runs and refused by every path, for workers too, and arguments that an inner layer rewrites are judged again.',
  intent:
    'A rule that holds on one path only, or for the arguments that were sent instead of those that run, is no rule.',
  whereToLook:
    '`preDispatch` after the inner has answered; `execute` and `executeStream`; a rule that could not be judged',
  members: ['preDispatch', 'execute', 'executeStream', 'forWorker'],
  needs: [{ kind: 'hook', hook: 'denies' }],
  check: async (trial) => {
    const { denies = () => false } = trial.subject;
    let count = 0;
    let rewrite: JsonValue | undefined;
    const world = trial.world({
      around: 'none',
      worker: 'rooted',
      answers: {
        ...obliging,
        preDispatch: () => ({ verdict: 'allow', ...(rewrite === undefined ? {} : { args: rewrite }) }),
        execute: (call) => {
          count++;
          return obliging.execute(call);
        },
        stream: (call) => {
          count++;
          return obliging.stream(call);
        },
      },
    });
    const ran = (): number => count;
    const { value: root } = await answerOf(world.top, 'forWorker', [scopeFrom(trial.scenario.salt, 1)], trial.waiting);
    const worker: ToolExecutor | undefined = Reflect.get(Object(root), 'executor');
    const calls = callsOf(trial, world);
    for (const call of calls) {
      if (!denies(call)) continue;
      await checkPaths({ trial, tools: world.top, ran, member: undefined }, call);
      if (worker !== undefined) await checkPaths({ trial, tools: worker, ran, member: 'forWorker' }, call);
      const sent = calls.find((other) => other.tool === call.tool && !denies(other));
      if (sent === undefined || call.args === undefined) continue;
      rewrite = call.args;
      const { args: _args, ...rest } = sent;
      const decision = await world.top.preDispatch(
        toolCall({ ...rest, ...('args' in sent ? { args: sent.args } : {}) }),
      );
      rewrite = undefined;
      if (decision.verdict === 'deny') continue;
      violate('preDispatch', trial.subject.name, {
        expected: `${where(call)} to be denied also where an inner layer makes these arguments of ${show(sent.args)}`,
        but: `the verdict is ${show(decision.verdict)}: what was judged is not what will run`,
      });
    }
  },
});
