import type { Catalogue } from '../generate/catalogue.js';
import { hash } from '../generate/hash.js';
import type { Law } from '../law/law.js';
import { violate } from '../law/violate.js';
import type { Trial } from '../world/trial.js';
import { lawOf } from './law-of.js';
import { type Habit, ListenerBoard } from './listener-board.js';
import { habitatOf, type Living } from './lived-subjects.js';

const habits: readonly Habit[] = ['counts', 'counts', 'leaves', 'removes', 'joins', 'changes'];

/** A life of listeners, drawn from the salt: they come, come twice, go, go twice, and are called. */
const play = (board: ListenerBoard, salt: number): void => {
  board.join('counts');
  for (let turn = 0; turn < 10; turn++) {
    const drawn = hash(salt, 'listeners', turn);
    const { listeners } = board;
    const listener = listeners[(drawn >> 4) % listeners.length];
    switch (drawn % 5) {
      case 0:
      case 1:
        board.join(habits[(drawn >> 4) % habits.length] ?? 'counts');
        break;
      case 2:
        if (listener?.habit === 'counts') board.subscribe(listener);
        break;
      case 3:
        if (listener !== undefined) board.unsubscribe(listener, drawn % 2 === 0 ? 'once' : 'twice');
        break;
      default:
        board.change();
    }
  }
  board.change();
  // One that throws is a fault of its own: what counts is that nothing stays broken when it has gone.
  const thrower = board.join('throws');
  board.change();
  board.unsubscribe(thrower, 'once');
  board.change();
  board.clear();
  board.change();
};

const checkLiving = (trial: Trial, living: Living, catalogues: readonly Catalogue[]): void => {
  const { name, outer, touches } = living;
  const { steps, salt } = trial.scenario;
  let at = 0;
  const change = (): void => {
    const step = steps[at++ % Math.max(1, steps.length)] ?? { op: 'add' as const, salt };
    const catalogue = catalogues[hash(step.salt, at) % Math.max(1, catalogues.length)];
    catalogue?.change({ op: at % 3 === 0 ? 'add' : step.op, salt: step.salt + at });
  };
  const fail = (expected: string, but: string): never => violate('onSpecsChange', name, { expected, but });
  const board = (): ListenerBoard =>
    new ListenerBoard({ outer, change, fail, mayCallMore: touches.onSpecsChange !== undefined });
  const counted = (): number => catalogues.reduce((sum, { listenerCount }) => sum + listenerCount, 0);
  play(board(), salt);
  const after = counted();
  play(board(), salt + 1);
  trial.tell();
  if (counted() > after) {
    fail(
      'everyone who unsubscribes to leave the inner too',
      `${counted() - after} more listeners are left at the inner than after the first round`,
    );
  }
};

/** LSN-01. */
export const listenersByModel: Law = lawOf({
  id: 'LSN-01',
  slug: 'listeners-by-model',
  subjects: ['wrapper', 'chain', 'composite'],
  statement:
    'Each subscription is called once for each change while it stands: whoever else comes, goes or is called; nothing is left behind.',
  intent:
    'A list that is changed while it is read skips somebody; one that is keyed by the function takes two subscriptions for one.',
  whereToLook:
    '`onSpecsChange`: an entry of its own for each subscription, a copy of the list to call from, a look whether the entry still stands',
  members: ['onSpecsChange'],
  check: async (trial) => {
    const { living, places } = await habitatOf(trial);
    const catalogues = places.map(({ catalogue }) => catalogue);
    for (const item of living) checkLiving(trial, item, catalogues);
  },
});
