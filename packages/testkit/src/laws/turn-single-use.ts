import type { Law } from '../law/law.js';
import { mayBeRemembered, needOf, showCall, showLife } from '../turn/needs.js';
import { turnLaw } from './turn-law.js';

/** TRN-02. */
export const singleUse: Law = turnLaw(
  {
    id: 'TRN-02',
    slug: 'single-use',
    statement: 'An approval for one use runs its call at most once, over resumes, crashes and other machines.',
    intent: 'A person said yes once; a process that starts anew, or its twin on another machine, acts on it twice.',
    whereToLook: '`spend`: it has to settle with `true` before the tool runs, and it is asked for each run',
    members: ['execute'],
    minimumCoverage: 20,
  },
  ({ play, tell, fail }) => {
    const spent = new Map<string, number>();
    const used = new Map<string, number>();
    const add = (counts: Map<string, number>, id: string): number => {
      const count = (counts.get(id) ?? 0) + 1;
      counts.set(id, count);
      return count;
    };
    for (const event of play.world.events) {
      if (event.kind === 'spent' && event.granted) add(spent, event.callId);
      if (event.kind !== 'ran') continue;
      const call = play.world.calls.find(({ id }) => id === event.call.id);
      if (call === undefined || needOf(play, call, event.life) !== 'ask') continue;
      if (mayBeRemembered(play, call, event.life)) continue;
      tell();
      const uses = add(used, call.id);
      const allowed = spent.get(call.id) ?? 0;
      if (uses <= allowed) continue;
      fail('execute', {
        expected: `${showCall(call)} to run once for each approval that was spent for it, ${allowed} so far`,
        but: `it ran ${uses === 1 ? 'once' : `${uses} times`}, the last time ${showLife(play, event.life)}`,
        evidence: allowed === 0 ? 'no approval was spent before' : 'the approval had been used',
      });
    }
  },
);
