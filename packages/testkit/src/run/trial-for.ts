import { defineExecutor, type ExecutorMember, type ToolExecutor } from '@pawl/core';
import type { Scenario } from '../generate/scenario.js';
import { AdapterError } from '../subject/adapter-error.js';
import type { Subject } from '../subject/subject.js';
import { playTurn } from '../turn/play.js';
import { completed, missingFrom } from '../world/completed.js';
import { buildComposite } from '../world/composite-world.js';
import type { Trial } from '../world/trial.js';
import type { Waiting } from '../world/waiting.js';
import type { Watch } from '../world/watch.js';
import { buildWorld } from '../world/world.js';

const wrongKind = (asked: string, subject: Subject): never => {
  throw new Error(`a law asked for ${asked} of ${subject.name}, which is a subject of kind ${subject.kind}`);
};

/** A trial that remembers what it made, so that it can be disposed of. */
export interface OpenTrial {
  readonly trial: Trial;
  readonly close: () => Promise<void>;
}

/** What a trial is run with. */
export interface TrialParts {
  readonly waiting: Waiting;
  readonly tell: () => void;
  /** Hears of the members that an executor under test has not. */
  readonly lacks: (members: readonly ExecutorMember[]) => void;
  /** Where it is known that something went wrong: who it was. */
  readonly watch?: Watch;
}

/** One run of a law over one scenario. */
export const trialFor = (subject: Subject, scenario: Scenario, parts: TrialParts): OpenTrial => {
  const { waiting, tell, lacks, watch } = parts;
  const watched = (executor: ToolExecutor): ToolExecutor => watch?.over(executor, subject.name) ?? executor;
  const given = (executor: ToolExecutor): ToolExecutor => {
    const whole = completed(executor, defineExecutor({}));
    lacks(missingFrom(whole));
    return boxed(watched(whole));
  };
  const made: ToolExecutor[] = [];
  const names = [...scenario.tools.map(({ name }) => name), ...scenario.unknown];
  const trial: Trial = {
    subject,
    scenario,
    tell,
    waiting,
    names,
    toolOf: (seed) => names[seed.tool % Math.max(1, names.length)] ?? '',
    world: (options) => {
      if (subject.kind !== 'wrapper' && subject.kind !== 'chain') return wrongKind('a chain', subject);
      const built = buildWorld(subject, scenario, watch === undefined ? options : { ...options, watch });
      for (const { missing } of built.stations) lacks(missing);
      return built;
    },
    composite: async (options) => {
      if (subject.kind !== 'composite') return wrongKind('a composite', subject);
      const built = await buildComposite(subject, scenario, options);
      lacks(built.missing);
      return { ...built, outer: watched(built.outer) };
    },
    play: async (options) =>
      subject.kind === 'caller' && scenario.turn !== undefined
        ? playTurn(subject, scenario.turn, { ...options, waiting })
        : wrongKind('a turn', subject),
    executor: async () => {
      if (subject.kind !== 'executor') return wrongKind('an executor', subject);
      let executor: ToolExecutor;
      try {
        const created = subject.create();
        if (!(created instanceof Promise)) {
          made.push(created);
          return given(created);
        }
        executor = await waiting.settle(created, 'making the executor');
      } catch (error) {
        throw new AdapterError('create-failed', `${subject.name}: making it failed, though it did not at first`, {
          cause: error,
        });
      }
      made.push(executor);
      return given(executor);
    },
  };
  return {
    trial,
    close: async () => {
      for (const executor of made) await subject.dispose?.(executor);
    },
  };
};

// A bare Proxy answers `then` as well; a plain object in front of it lets it pass through `await` unharmed.
const boxed = (executor: ToolExecutor): ToolExecutor =>
  typeof Reflect.get(executor, 'then') === 'function'
    ? new Proxy(executor, { get: (target, key) => (key === 'then' ? undefined : Reflect.get(target, key)) })
    : executor;
