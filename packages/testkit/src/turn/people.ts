import type { ApprovalRequest } from '@pawl/core';
import { deniedArgs, editedArgs } from './turn-tools.js';
import type { TurnWorld } from './turn-world.js';

/** How often people answer to one call before they take the caller for broken. */
const patience = 5;

/** What people do about the requests of one run. */
export type Reaction =
  /** Somebody has answered, or will the next time. */
  | 'answered'
  /** Nobody ever answers what is left. */
  | 'silent'
  /** They have been asked about the same call over and over. */
  | 'tired';

/** Answers a caller's requests as the scenario says. */
export class People {
  readonly #world: TurnWorld;
  readonly #asked = new Map<string, number>();

  constructor(world: TurnWorld) {
    this.#world = world;
  }

  answer(pending: readonly ApprovalRequest[]): Reaction {
    const reactions = pending.map((request) => this.#answerOne(request));
    const [first] = pending;
    const { change } = this.#world.seed;
    if (first !== undefined && change !== 'none' && this.#world.change === undefined) {
      this.#world.alter(first.tool, change, this.#world.lives.length);
    }
    if (reactions.includes('tired')) return 'tired';
    return reactions.includes('answered') ? 'answered' : 'silent';
  }

  #answerOne(request: ApprovalRequest): Reaction {
    const world = this.#world;
    const call = world.calls.find(({ id }) => id === request.callId);
    const times = (this.#asked.get(request.callId) ?? 0) + 1;
    this.#asked.set(request.callId, times);
    if (call === undefined || call.seed.person === 'never') return 'silent';
    if (times > patience) return 'tired';
    const { person, scope } = call.seed;
    if (person === 'refuse') {
      world.answer({ request, answer: 'refuse', scope: 'once' });
      return 'answered';
    }
    if (person === 'late' && times === 1) return 'answered';
    if (times > 1) {
      world.answer({ request, answer: 'approve', scope: 'once' });
      return 'answered';
    }
    const args = person === 'edit' ? editedArgs : person === 'edit-to-denied' ? deniedArgs : undefined;
    const elsewhere = person === 'spent-elsewhere';
    world.answer({
      request,
      answer: 'approve',
      scope: elsewhere ? 'once' : scope,
      ...(args === undefined ? {} : { args }),
    });
    if (elsewhere) world.spend(request);
    return 'answered';
  }
}
