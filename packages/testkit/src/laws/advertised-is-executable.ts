import {
  type DispatchContext,
  type DispatchOutcome,
  dispatch,
  dispatchStream,
  type StreamOutcome,
  type ToolCall,
  type ToolExecutor,
  toolCall,
} from '@pawl/core';
import { show } from '../compare/show.js';
import { obliging } from '../generate/obliging.js';
import { answerOf } from '../law/answer-of.js';
import type { Law } from '../law/law.js';
import { touchOf } from '../law/stations-of.js';
import { violate } from '../law/violate.js';
import type { Trial } from '../world/trial.js';
import type { Station, World } from '../world/world.js';
import { lawOf } from './law-of.js';

type Path = (
  executor: ToolExecutor,
  call: ToolCall,
  context?: DispatchContext,
) => Promise<DispatchOutcome | StreamOutcome>;

const streamed: Path = async (executor, call, context) => {
  const outcome = await dispatchStream(executor, call, context);
  // A stream that nobody reads would hold its deadline open.
  if (outcome.status === 'streaming') await outcome.stream.return?.();
  return outcome;
};

const paths: readonly Path[] = [dispatch, streamed];

const callOf = (tool: string): ToolCall => toolCall({ id: `call of ${tool}`, tool, args: {} });

const requireRefused = async (trial: Trial, world: World, station: Station, tool: string): Promise<void> => {
  for (const member of ['execute', 'executeStream'] as const) {
    const before = world.base.log.ran.length;
    await answerOf(station.outer, member, [callOf(tool)], trial.waiting);
    if (world.base.log.ran.length > before) {
      violate(member, station.name, {
        expected: `${show(tool)}, which is withheld (it is not owned), not to run on any path`,
        but: 'it ran when it was called by name',
        evidence: `the base was asked to run it, though \`owns\` says no`,
      });
    }
  }
};

const requireRuns = async (
  trial: Trial,
  name: string,
  outer: ToolExecutor,
  what: { tool: string; how: string; recovered: boolean },
): Promise<void> => {
  const { tool, how, recovered } = what;
  const found = recovered ? await outer.recoverUnadvertised(callOf(tool)) : [];
  const names = recovered ? found.map((spec) => spec.name) : [tool];
  for (const own of names) {
    for (const via of paths) {
      const outcome = await trial.waiting.settle(
        via(outer, callOf(own), { advertised: [...outer.specs(), ...found] }),
        'dispatch',
      );
      if (outcome.status !== 'failed' || outcome.failure.code !== 'unknown-tool') continue;
      violate(recovered ? 'recoverUnadvertised' : via === dispatch ? 'execute' : 'executeStream', name, {
        expected: `${show(own)}, which was just ${how}, to run at once`,
        but: `it failed as ${outcome.failure.code}`,
      });
    }
    trial.tell();
  }
};

const checkStation = async (trial: Trial, world: World, station: Station): Promise<void> => {
  const advertised = new Set(station.outer.specs().map(({ name }) => name));
  for (const { name } of station.probe.specs()) {
    if (advertised.has(name)) continue;
    trial.tell();
    for (const via of paths) {
      const before = world.base.log.ran.length;
      await trial.waiting.settle(via(station.outer, callOf(name)), 'dispatch');
      if (world.base.log.ran.length > before) {
        violate('dispatch', station.name, {
          expected: `${show(name)}, which is not advertised, not to run`,
          but: 'it ran',
        });
      }
    }
  }
  if (touchOf(station, 'owns') === 'narrows') {
    for (const tool of trial.names) {
      if (!station.probe.owns(tool) || station.outer.owns(tool)) continue;
      trial.tell();
      await requireRefused(trial, world, station, tool);
    }
  }
  for (const step of trial.scenario.steps) {
    const change = world.base.catalogue.change({ ...step, op: 'add' });
    if (station.outer.specs().some(({ name }) => name === change.tool)) {
      await requireRuns(trial, station.name, station.outer, { tool: change.tool, how: 'added', recovered: false });
    }
  }
  for (const tool of [...trial.scenario.unknown, ...trial.scenario.tools.map(({ name }) => name)]) {
    if (!advertised.has(tool))
      await requireRuns(trial, station.name, station.outer, { tool, how: 'recovered', recovered: true });
  }
};

/** SPC-04. */
export const advertisedIsExecutable: Law = lawOf({
  id: 'SPC-04',
  slug: 'advertised-is-executable',
  subjects: ['executor', 'wrapper', 'chain', 'composite'],
  statement: 'What is not advertised does not run, on any path; what was just recovered or added runs at once.',
  intent: 'A filter that sits on the list only is no filter: a model that remembers a name calls it all the same.',
  whereToLook:
    'every path to the tool: `execute`, `executeStream`, `recoverUnadvertised`; and lists of names that are made once',
  members: ['specs', 'owns', 'execute', 'executeStream', 'recoverUnadvertised'],
  check: async (trial) => {
    const { subject } = trial;
    if (subject.kind === 'wrapper' || subject.kind === 'chain') {
      const world = trial.world({ answers: obliging });
      for (const station of world.stations) await checkStation(trial, world, station);
      return;
    }
    const composite = subject.kind === 'composite' ? await trial.composite({ answers: obliging }) : undefined;
    const outer = composite?.outer ?? (await trial.executor());
    const advertised = new Set(outer.specs().map(({ name }) => name));
    for (const tool of [...trial.names.map((name) => `${name}\u2060`), ...trial.scenario.unknown]) {
      if (advertised.has(tool)) continue;
      for (const via of paths) {
        const { status } = await trial.waiting.settle(via(outer, callOf(tool)), 'dispatch');
        if (status !== 'failed')
          violate('dispatch', subject.name, { expected: `${show(tool)} to fail as unknown`, but: `it is ${status}` });
      }
      for (const member of ['execute', 'executeStream'] as const) {
        const { error, value } = await answerOf(outer, member, [callOf(tool)], trial.waiting);
        if (error === undefined && !outer.owns(tool)) {
          violate(member, subject.name, {
            expected: `${show(tool)}, which nobody has, not to run`,
            but: `it answered ${show(value)}`,
          });
        }
      }
      trial.tell();
    }
    for (const step of composite === undefined ? [] : trial.scenario.steps) {
      const source = composite?.sources[step.salt % composite.sources.length];
      if (source === undefined) continue;
      const { tool } = source.sentinel.catalogue.change({ ...step, op: 'add' });
      const offered = subject.kind === 'composite' ? subject.rename(source.name, tool) : tool;
      await requireRuns(trial, subject.name, outer, { tool: offered, how: 'added', recovered: false });
    }
  },
});
