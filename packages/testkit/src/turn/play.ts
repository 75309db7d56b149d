import { show } from '../compare/show.js';
import { NotSettled } from '../law/violation.js';
import type { CallerReport, CallerResult } from '../subject/caller-turn.js';
import type { CallerSubject } from '../subject/subject.js';
import type { Waiting } from '../world/waiting.js';
import { type Ending, Life } from './life.js';
import { People } from './people.js';
import type { TurnSeed } from './turn-seed.js';
import { TurnWorld } from './turn-world.js';

/** How a turn ended. */
export type PlayEnd =
  | { readonly kind: 'finished' }
  /** People never answer what is left. */
  | { readonly kind: 'waiting' }
  /** It did not end as a turn has to: it failed, asked over and over, or gave no report. */
  | { readonly kind: 'broken'; readonly how: string };

/** A turn, from its start over crashes and answers to its end. */
export interface Play {
  readonly world: TurnWorld;
  readonly end: PlayEnd;
  /** What the last report says; none where there was no report. */
  readonly results: readonly CallerResult[];
}

/** What the kit can do with a turn that never settles. */
export interface PlayOptions {
  /** `as-drawn`: two calls may have the same id. Default: `unique`. */
  readonly ids?: 'unique' | 'as-drawn';
  /** `broken`: it counts as an end. Default: `throw`, which makes a law inconclusive. */
  readonly unsettled?: 'throw' | 'broken';
}

/** Processes that one turn may take, crashes aside. */
const maxLives = 20;

const isReport = (value: unknown): value is CallerReport => {
  if (typeof value !== 'object' || value === null) return false;
  const { pending, results } = value as Partial<CallerReport>; // each is looked at before it is believed
  return (
    Array.isArray(pending) &&
    Array.isArray(results) &&
    pending.every(
      (item: unknown) => typeof Object(item).callId === 'string' && typeof Object(item).tool === 'string',
    ) &&
    results.every((item: unknown) => typeof Object(item).callId === 'string' && 'output' in Object(item))
  );
};

const broken = (how: string): PlayEnd => ({ kind: 'broken', how });

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : show(error));

/** Runs a turn of a caller to its end. @throws {NotSettled} where the caller does not settle, unless that is an end. */
export const playTurn = async (
  subject: CallerSubject,
  seed: TurnSeed,
  { waiting, unsettled = 'throw', ids = 'unique' }: PlayOptions & { readonly waiting: Waiting },
): Promise<Play> => {
  const world = new TurnWorld(ids === 'unique' ? { ...seed, reusesId: false } : seed);
  const people = new People(world);
  const crashes = [...seed.crashes];
  const next = (ending: Ending): PlayEnd | undefined => {
    if (ending.kind === 'died') {
      crashes.shift();
      return undefined;
    }
    if (ending.kind === 'rejected') return broken(`it failed with "${messageOf(ending.error)}"`);
    if (!isReport(ending.report)) return broken(`it reported ${show(ending.report)}`);
    if (ending.report.pending.length === 0) return { kind: 'finished' };
    const reaction = people.answer(ending.report.pending);
    if (reaction === 'answered') return undefined;
    return reaction === 'silent' ? { kind: 'waiting' } : broken('it asked about the same call over and over');
  };
  let end: PlayEnd | undefined;
  for (let left = maxLives + crashes.length; left > 0 && end === undefined; left--) {
    const life = new Life(world, crashes[0]);
    const start = { decisions: [...world.decisions], saved: JSON.stringify(world.saved ?? null) };
    let ending: Ending;
    try {
      ending = await life.live(subject, waiting);
    } catch (error) {
      if (!(error instanceof NotSettled) || unsettled === 'throw') throw error;
      ending = { kind: 'rejected', error };
    }
    world.lives.push(
      ending.kind === 'reported' && isReport(ending.report) ? { ...start, report: ending.report } : start,
    );
    end = next(ending);
  }
  const results = world.lives.findLast(({ report }) => report !== undefined)?.report?.results ?? [];
  return { world, end: end ?? broken('it never came to an end'), results };
};
