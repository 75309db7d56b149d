import type { ExecutorMember, ToolCall, ToolExecutor } from '@pawl/core';
import { difference } from '../compare/difference.js';
import { show } from '../compare/show.js';
import { callFrom, fullCall, type MadeCall } from '../generate/call-from.js';
import { answerOf } from '../law/answer-of.js';
import type { Law } from '../law/law.js';
import { violate } from '../law/violate.js';
import type { Probe } from '../probe/probe.js';
import type { Trial } from '../world/trial.js';
import { lawOf } from './law-of.js';

const members: readonly ExecutorMember[] = [
  'execute',
  'executeStream',
  'preDispatch',
  'sandboxWouldDeny',
  'recoverUnadvertised',
  'postDispatch',
];

/** One executor under test, and the probes that its questions arrive at. */
interface Under {
  readonly name: string;
  readonly outer: ToolExecutor;
  readonly probes: readonly Probe[];
  readonly touch: (member: ExecutorMember) => string | undefined;
}

/** What came of it when a tool reported progress while it ran, and then its caller gave up. */
interface Seen {
  progress?: boolean;
  aborted?: boolean;
}

const isHalfWay = ({ heard }: MadeCall): boolean => heard.some(({ fraction }) => fraction === 0.5);

const dataFields = ['id', 'session', 'caller', 'timeoutMs', 'expectedEffects', 'returnSchema', 'meta', 'vendorField'];

const compareFields = (under: Under, member: ExecutorMember, sent: ToolCall, arrived: ToolCall): void => {
  const touch = under.touch(member);
  const fields = [
    ...dataFields,
    // A retry counts up, and a rewrite changes the arguments: both are declared.
    ...(touch === undefined || touch === 'refuses' ? ['attempt', 'args'] : []),
  ];
  for (const field of fields) {
    const wrong = difference(Reflect.get(sent, field), Reflect.get(arrived, field));
    if (wrong !== undefined) {
      violate(member, under.name, {
        expected: `\`${field}\` of the call to arrive: ${show(Reflect.get(sent, field))}`,
        but: `${wrong === '' ? 'it differs' : wrong} arrived`,
      });
    }
  }
  if (!Object.isFrozen(arrived)) {
    violate(member, under.name, { expected: 'a frozen call to arrive', but: 'one arrived that anybody can change' });
  }
};

const requireTransport = (under: Under, member: ExecutorMember, arrived: ToolCall): void => {
  if (typeof arrived.onProgress !== 'function') {
    violate(member, under.name, {
      expected: 'the progress callback to arrive',
      but: `${show(arrived.onProgress)} arrived`,
    });
  }
  if (!(arrived.signal instanceof AbortSignal)) {
    violate(member, under.name, { expected: 'the signal to arrive', but: `${show(arrived.signal)} arrived` });
  }
};

const requireHeard = (under: Under, member: ExecutorMember, made: MadeCall, seen: Seen): void => {
  if (seen.progress === false) {
    violate(member, under.name, {
      expected: "progress that the tool reports to reach the caller's callback",
      but: made.heard.length === 0 ? 'the callback heard nothing' : `it heard ${show(made.heard.at(-1))}`,
    });
  }
  if (seen.aborted === false) {
    violate(member, under.name, {
      expected: 'the signal that the tool holds to be aborted when the caller gives up',
      but: 'the tool runs on: its signal is another one',
    });
  }
};

const arrivedAt = (under: Under, member: ExecutorMember): ToolCall | undefined => {
  const heard = under.probes.flatMap((probe) => probe.of(member)).at(-1);
  return heard?.args[0] as ToolCall | undefined; // the members above take a call first
};

/** What looks at a call while the tool runs. */
interface Running {
  seen: ((call: ToolCall) => Promise<void>) | undefined;
}

const checkMember = async (trial: Trial, under: Under, member: ExecutorMember, running: Running): Promise<void> => {
  const [seed] = trial.scenario.calls;
  const salt = fullCall(seed?.salt ?? 0);
  const tool = seed === undefined ? '' : trial.toolOf(seed);
  const made = callFrom(tool, salt);
  const seen: Seen = {};
  for (const probe of under.probes) probe.clear();
  // While the tool runs; both may travel as messages, so each gets a while.
  running.seen = async () => {
    const arrived = arrivedAt(under, member);
    if (arrived === undefined) return;
    arrived.onProgress?.({ fraction: 0.5, message: 'half way' });
    seen.progress = await trial.waiting.until(() => isHalfWay(made));
    made.abort();
    seen.aborted = await trial.waiting.until(() => arrived.signal?.aborted === true);
  };
  await answerOf(
    under.outer,
    member,
    member === 'postDispatch' ? [made.call, { output: 1 }] : [made.call],
    trial.waiting,
  );
  running.seen = undefined;
  const arrived = arrivedAt(under, member);
  if (arrived === undefined) return;
  trial.tell();
  compareFields(under, member, made.call, arrived);
  requireTransport(under, member, arrived);
  // A tool that did not run has nothing to report, and nobody listens to a call that has ended.
  if (seen.progress === undefined && member !== 'execute' && member !== 'executeStream') {
    arrived.onProgress?.({ fraction: 0.5, message: 'half way' });
    seen.progress = await trial.waiting.until(() => isHalfWay(made));
  }
  requireHeard(under, member, made, seen);
};

/** FWD-20. */
export const wholeCall: Law = lawOf({
  id: 'FWD-20',
  slug: 'whole-call',
  subjects: ['wrapper', 'chain', 'composite'],
  statement:
    'The whole `ToolCall` arrives: signal, deadline, session, caller, attempt, effects, schema, meta, progress callback.',
  intent:
    'A call that is rebuilt field by field loses what its author did not think of: the tool cannot be cancelled, the approval is asked for the wrong caller.',
  whereToLook:
    'where the wrapper makes a new call: copy it with `withArgs` or `withTransport`, or hand on the one that came',
  members,
  minimumCoverage: 100,
  check: async (trial) => {
    const running: Running = { seen: undefined };
    const pause = async (call: ToolCall): Promise<void> => running.seen?.(call);
    const unders: Under[] = [];
    const { subject } = trial;
    if (subject.kind === 'composite') {
      const { outer, sources } = await trial.composite({ pause });
      unders.push({ name: subject.name, outer, probes: sources.map(({ probe }) => probe), touch: () => undefined });
    } else {
      for (const { name, outer, probe, touches } of trial.world({ pause }).stations) {
        unders.push({ name, outer, probes: [probe], touch: (member) => new Map(Object.entries(touches)).get(member) });
      }
    }
    for (const under of unders) for (const member of members) await checkMember(trial, under, member, running);
  },
});
