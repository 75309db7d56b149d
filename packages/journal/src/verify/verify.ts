import type { JournalEvent } from '../event/journal-event.js';
import type { KeyRing } from '../keys/key-ring.js';
import { type ChainFault, type ChainState, emptyChain, nextState } from './chain-state.js';
import { type Checkpoint, checkCheckpoint } from './checkpoint.js';

/** What a chain is held against. */
export interface VerifyOptions {
  /** A checkpoint that was kept elsewhere. Without one, a tail that was cut off cannot be seen. */
  readonly checkpoint?: Checkpoint;
  /** The session that the chain must be of. Default: that of its first event, or of the checkpoint. */
  readonly session?: string;
}

/** What `verify` found. */
export type VerifyResult =
  | {
      /** Every event is as it was written. */
      readonly ok: true;
      /** How many there are. */
      readonly events: number;
      /** Hash of the last one, 64 zeros where there is none. */
      readonly hash: string;
    }
  | {
      /** At least one event is not as it was written. */
      readonly ok: false;
      /** Position of the first bad event, from 0; one past the last where the tail is missing. */
      readonly index: number;
      /** What is wrong with it. */
      readonly code: ChainFault;
      /** The same as a sentence. */
      readonly message: string;
    };

/** One event as it was found: parsed, with its text, or as the problem that it is. */
export type FoundEvent =
  | { readonly event: JournalEvent; readonly line?: string }
  | { readonly code: 'malformed' | 'torn-tail'; readonly problem: string };

const bad = (index: number, code: ChainFault, problem: string): VerifyResult => ({
  ok: false,
  index,
  code,
  message: `event ${index} ${problem}`,
});

const checkpointFault = (keys: KeyRing, { checkpoint, session }: VerifyOptions): VerifyResult | undefined => {
  if (checkpoint === undefined) return undefined;
  const answer = checkCheckpoint(checkpoint, keys);
  const problem =
    answer !== 'valid'
      ? `its signature does not count (${answer})`
      : session !== undefined && session !== checkpoint.session
        ? `it is of session ${JSON.stringify(checkpoint.session)}`
        : undefined;
  if (problem === undefined) return undefined;
  return { ok: false, index: 0, code: 'bad-checkpoint', message: `the checkpoint cannot be used: ${problem}` };
};

/** `verify` for events as they were found, and the state at the end. */
export const verifyFound = async (
  found: AsyncIterable<FoundEvent> | Iterable<FoundEvent>,
  keys: KeyRing,
  options: VerifyOptions & { readonly onEvent?: (event: JournalEvent) => void },
): Promise<{ readonly result: VerifyResult; readonly state: ChainState }> => {
  const { checkpoint, onEvent } = options;
  let state = emptyChain(options.session ?? checkpoint?.session);
  const early = checkpointFault(keys, options);
  if (early !== undefined) return { result: early, state };
  for await (const item of found) {
    if ('problem' in item) return { result: bad(state.count, item.code, item.problem), state };
    const { event, line } = item;
    const step = nextState(state, event, { keys, ...(line === undefined ? {} : { line }) });
    if ('fault' in step) return { result: bad(state.count, step.fault, step.message), state };
    if (checkpoint?.seq === event.seq && checkpoint.hash !== event.hash) {
      return { result: bad(event.seq, 'checkpoint-mismatch', 'is not the event of the checkpoint'), state };
    }
    state = step.state;
    onEvent?.(event);
  }
  if (checkpoint !== undefined && state.count <= checkpoint.seq) {
    const problem = `is missing: the checkpoint covers ${checkpoint.seq + 1} events`;
    return { result: bad(state.count, 'cut-tail', problem), state };
  }
  return { result: { ok: true, events: state.count, hash: state.prev }, state };
};

async function* asFound(events: AsyncIterable<JournalEvent> | Iterable<JournalEvent>): AsyncGenerator<FoundEvent> {
  for await (const event of events) yield { event };
}

/**
 * Checks a chain from its first event: finds any edit, drop, repetition or reorder, and a cut tail where a checkpoint
 * from elsewhere is given. Never throws for what it reads.
 *
 * @example
 * ```ts
 * const result = await verify(journal.events(), keys, { checkpoint });
 * if (!result.ok) console.error(result.code, result.message);
 * ```
 */
export const verify = async (
  events: AsyncIterable<JournalEvent> | Iterable<JournalEvent>,
  keys: KeyRing,
  options: VerifyOptions = {},
): Promise<VerifyResult> => (await verifyFound(asFound(events), keys, options)).result;
