import { type Clock, systemClock } from '@pawl/core';
import { AdapterError } from '../subject/adapter-error.js';
import type { Subject } from '../subject/subject.js';

/** How many runs each law gets, by name. */
export const profiles: { readonly quick: 30; readonly default: 200; readonly thorough: 1000 } = {
  quick: 30,
  default: 200,
  thorough: 1000,
};

/** How laws are run. Runs are the budget, never seconds, so that results do not depend on the host. */
export interface CheckOptions {
  /** Same seed, same report. Default: 1. */
  readonly seed?: number;
  /** Default: `default`, 200 runs; `quick` is 30, `thorough` 1,000. */
  readonly profile?: 'quick' | 'default' | 'thorough';
  /** Runs of each law; overrides `profile`. */
  readonly runs?: number;
  /** Ids of the laws to run. Default: all. */
  readonly laws?: readonly string[];
  /** `must` leaves out laws of the level `should`. Default: `should`, all laws. */
  readonly level?: 'must' | 'should';
  /** Laws known to fail, by id, each with the reason. One that no longer fails makes the report red. */
  readonly expectedFailures?: Readonly<Record<string, string>>;
  /** Milliseconds that the kit waits for a member before it calls the law inconclusive. Default: 2,000; 20,000 for a slow subject. */
  readonly patienceMs?: number;
  /** Default: the machine's. */
  readonly clock?: Clock;
  /** `none` reports the first failure found, for callers who only count. Default: `smallest`. */
  readonly shrink?: 'smallest' | 'none';
}

/** The options with their defaults, for one subject. */
export interface RunSettings {
  readonly seed: number;
  readonly profile: 'quick' | 'default' | 'thorough' | 'custom';
  readonly runs: number;
  readonly laws: readonly string[];
  readonly level: 'must' | 'should';
  readonly expectedFailures: ReadonlyMap<string, string>;
  readonly patienceMs: number;
  readonly clock: Clock;
  readonly shrink: 'smallest' | 'none';
  readonly notes: readonly string[];
}

/** A subject with real processes or disks gets this share of the runs. */
const slowShare = 10;

const positive = (name: string, value: number): void => {
  if (!Number.isInteger(value) || value < 1) {
    throw new AdapterError('bad-option', `\`${name}\` must be a whole number of 1 or more, not ${value}`);
  }
};

/** @throws {AdapterError} for an option that means nothing. */
export const settingsFor = (subject: Subject, options: CheckOptions, ids: ReadonlySet<string>): RunSettings => {
  const profile = options.runs === undefined ? (options.profile ?? 'default') : 'custom';
  const asked = options.runs ?? new Map<string, number>(Object.entries(profiles)).get(profile);
  if (asked === undefined)
    throw new AdapterError(
      'bad-option',
      `\`profile\` must be quick, default or thorough, not ${JSON.stringify(profile)}`,
    );
  positive('runs', asked);
  const slow = subject.cost === 'slow';
  const seed = options.seed ?? 1;
  if (!Number.isInteger(seed)) throw new AdapterError('bad-option', `\`seed\` must be a whole number, not ${seed}`);
  const patienceMs = options.patienceMs ?? (slow ? 20_000 : 2_000);
  positive('patienceMs', patienceMs);
  for (const id of [...(options.laws ?? []), ...Object.keys(options.expectedFailures ?? {})]) {
    if (!ids.has(id))
      throw new AdapterError('bad-option', `there is no law ${JSON.stringify(id)}: use an id such as FWD-04`);
  }
  const runs = slow ? Math.max(1, Math.ceil(asked / slowShare)) : asked;
  return {
    seed,
    profile,
    runs,
    laws: options.laws ?? [],
    level: options.level ?? 'should',
    expectedFailures: new Map(Object.entries(options.expectedFailures ?? {})),
    patienceMs,
    clock: options.clock ?? systemClock,
    shrink: options.shrink ?? 'smallest',
    notes: runs === asked ? [] : [`${subject.name} is slow: ${runs} runs a law instead of ${asked}`],
  };
};
