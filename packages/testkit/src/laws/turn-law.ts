import type { Law } from '../law/law.js';
import { violate } from '../law/violate.js';
import type { ViolationDetail } from '../law/violation.js';
import type { Play } from '../turn/play.js';
import type { Trial } from '../world/trial.js';
import { lawOf } from './law-of.js';

/** What a check of a turn is given. */
export interface TurnCheck {
  readonly play: Play;
  /** Counts a telling case. */
  readonly tell: () => void;
  /** Reports that the caller breaks the law. */
  readonly fail: (
    member: ViolationDetail['member'],
    what: { readonly expected: string; readonly but: string; readonly evidence?: string },
  ) => never;
}

/** A law about callers: its check looks at one turn that was played to its end. */
export const turnLaw = (
  law: Pick<Law, 'id' | 'slug' | 'statement' | 'intent' | 'whereToLook' | 'members'> &
    Partial<Pick<Law, 'minimumCoverage'>>,
  check: (turn: TurnCheck) => void,
  options: Parameters<Trial['play']>[0] = {},
): Law =>
  lawOf({
    ...law,
    subjects: ['caller'],
    check: async (trial) => {
      const play = await trial.play(options);
      check({ play, tell: trial.tell, fail: (member, what) => violate(member, trial.subject.name, what) });
    },
  });
