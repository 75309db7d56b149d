import {
  canonicalJson,
  type ExecutorMember,
  type JsonValue,
  type ToolCall,
  type ToolExecutor,
  toolCall,
} from '@pawl/core';
import { difference } from '../compare/difference.js';
import { show } from '../compare/show.js';
import { differentJson, differentPrincipals } from '../differ/index.js';
import { hash } from '../generate/hash.js';
import { obliging } from '../generate/obliging.js';
import { answerOf } from '../law/answer-of.js';
import type { Law } from '../law/law.js';
import { violate } from '../law/violate.js';
import type { Trial } from '../world/trial.js';
import { lawOf } from './law-of.js';

const mark = 'asked about ';

/** What an answer of this law's base says of the question that it answers. */
const echo = (call: ToolCall): string => {
  const { id, tool, args, attempt, session, caller, timeoutMs } = call;
  return `${mark}${canonicalJson(JSON.parse(JSON.stringify({ id, tool, args, attempt, session, caller, timeoutMs })))}`;
};

const answers: object = {
  ...obliging,
  preDispatch: (call: ToolCall) => ({ verdict: 'allow', notes: [echo(call)] }),
  execute: (call: ToolCall) => ({ output: { text: echo(call) } }),
  stream: (call: ToolCall) => [
    { kind: 'data', data: { text: echo(call) } },
    { kind: 'done', result: { output: 'done' } },
  ],
  postDispatch: (call: ToolCall, outcome: object) => ({ ...outcome, meta: { text: echo(call) } }),
};

/** The question that an answer is about, wherever a layer has put what the base said. */
const echoIn = (value: unknown, depth = 0): object | undefined => {
  if (typeof value === 'string' && value.startsWith(mark)) {
    try {
      return JSON.parse(value.slice(mark.length)) as object; // written by `echo`
    } catch {
      return undefined;
    }
  }
  if (typeof value !== 'object' || value === null || depth > 6) return undefined;
  for (const item of Object.values(value)) {
    const found = echoIn(item, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
};

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Without what a layer has put into the arguments: a stamp is another each time. */
const own = (args: unknown, given: unknown): unknown =>
  isPlain(args) && isPlain(given)
    ? Object.fromEntries(Object.entries(args).filter(([key]) => Object.hasOwn(given, key)))
    : args;

/** What a cache may not confuse; the rest belongs to one try of a call. */
const shared = ['tool', 'args', 'session', 'caller'] as const;
const fields = [...shared, 'id', 'attempt', 'timeoutMs'] as const;

interface Subject {
  readonly name: string;
  readonly outer: ToolExecutor;
  readonly touches: object;
  readonly renew: () => ToolExecutor | Promise<ToolExecutor>;
  readonly tool: string;
}

interface Question {
  readonly what: string;
  readonly first: ToolCall;
  readonly second: ToolCall;
}

const questions = function* (tool: string, salt: number): Generator<Question> {
  let count = 0;
  const make = (more: Partial<ToolCall>): ToolCall => toolCall({ id: `call-${count++}`, tool, attempt: 1, ...more });
  const withArgs = (args: JsonValue | undefined): Partial<ToolCall> => (args === undefined ? {} : { args });
  for (const { what, a, b } of differentJson(salt, 2)) {
    const principal = { caller: 'c', session: `s${count}` };
    yield { what, first: make({ ...principal, ...withArgs(a) }), second: make({ ...principal, ...withArgs(b) }) };
  }
  for (const { what, a, b } of differentPrincipals(salt)) {
    yield { what, first: make({ ...a, args: { path: 'a' } }), second: make({ ...b, args: { path: 'a' } }) };
  }
  const alike = { caller: 'c', session: 'one', args: { path: 'a' } };
  yield { what: 'another call', first: make(alike), second: make(alike) };
  yield {
    what: 'another try',
    first: make({ ...alike, id: 'same' }),
    second: make({ ...alike, id: 'same', attempt: 2 }),
  };
};

const members = ['execute', 'executeStream', 'preDispatch', 'postDispatch'] as const;

const compare = async (trial: Trial, subject: Subject, member: ExecutorMember, question: Question): Promise<void> => {
  const { what, first, second } = question;
  const ask = async (executor: ToolExecutor, call: ToolCall): Promise<object | undefined> => {
    const args = member === 'postDispatch' ? [call, { output: 'plain' }] : [call];
    const { value } = await answerOf(executor, member, args, trial.waiting);
    return echoIn(value);
  };
  const fresh = await subject.renew();
  await ask(subject.outer, first);
  const want = await ask(fresh, second);
  const got = await ask(subject.outer, second);
  // What is refused, or does not show what the base said, shows nothing of another's either.
  if (want === undefined || got === undefined) return;
  trial.tell();
  const mayAnswer = new Map<string, unknown>(Object.entries(subject.touches)).get(member) === 'answers';
  const of = (asked: object, field: string): unknown =>
    field === 'args' ? own(Reflect.get(asked, field), second.args) : Reflect.get(asked, field);
  const wrong = (mayAnswer ? shared : fields).find(
    (field) => difference(of(want, field), of(got, field)) !== undefined,
  );
  if (wrong === undefined) return;
  violate(member, subject.name, {
    expected: `an answer about ${show(Reflect.get(want, wrong))}, as one made anew gives`,
    but: `it gives the answer about ${show(Reflect.get(got, wrong))}: \`${wrong}\``,
    evidence: `an earlier call differs in one thing, ${what}: both have the same key`,
  });
};

const subjectOf = async (trial: Trial): Promise<readonly Subject[]> => {
  const { subject, scenario } = trial;
  // Known to this law alone; each of them answers as the members of a base do.
  const options = { answers: answers as typeof obliging };
  if (subject.kind === 'composite') {
    const { outer, remake, tools } = await trial.composite(options);
    const found = tools[hash(scenario.salt, 'tool') % Math.max(1, tools.length)];
    if (found === undefined) return [];
    return [{ name: subject.name, outer, touches: subject.touches, renew: remake, tool: found.offered }];
  }
  const { stations } = trial.world({ ...options, around: 'none' });
  return stations.flatMap(({ name, outer, touches, rewrap, probe }) => {
    const specs = outer.specs();
    const tool = specs[hash(scenario.salt, 'tool') % Math.max(1, specs.length)]?.name;
    return tool === undefined ? [] : [{ name, outer, touches, renew: () => rewrap(probe), tool }];
  });
};

/** KEY-01. */
export const oneDifferenceAnswered: Law = lawOf({
  id: 'KEY-01',
  slug: 'one-difference-one-answer',
  subjects: ['wrapper', 'chain', 'composite'],
  statement: 'Two calls share an answer only where a cache is declared, and then only if they are canonically equal.',
  intent: 'A key that leaves something out, folds it or joins it gives one caller what belongs to another.',
  whereToLook:
    'the key of what is kept between calls: canonical JSON of tool, arguments, caller and session, with a mark for what is absent',
  members: [...members],
  minimumCoverage: 100,
  check: async (trial) => {
    for (const subject of await subjectOf(trial)) {
      for (const question of questions(subject.tool, trial.scenario.salt)) {
        const member = members[hash(trial.scenario.salt, question.what) % 7] ?? 'execute';
        await compare(trial, subject, member, question);
      }
    }
  },
});
