import { driveTurn } from './drive-turn.js';
import type { TurnInput } from './turn-input.js';
import type { TurnResult } from './turn-result.js';

/**
 * Runs a turn: asks the model, runs what it calls, and asks again, until it has said what it had to, people must be
 * asked, another agent is to go on, or a limit is reached. Every call goes through `gate` and `dispatch`.
 *
 * All calls of a batch are judged before any of them runs; where a person must be asked, none runs. Run the same
 * transcript again, with the answers in `options.approvals`, to go on: what has a result never runs again.
 *
 * @throws {TurnError} with the transcript so far: a model that fails, a transcript or an option that cannot be used,
 * something that could not be kept.
 * @example
 * ```ts
 * const result = await runTurn({ model, executor: tools, messages: [{ role: 'user', text: 'What is in my notes?' }] });
 * ```
 */
export const runTurn = (input: TurnInput): Promise<TurnResult> => driveTurn(input);
