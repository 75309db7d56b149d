import { type JsonValue, type ToolCall, type ToolDecision, toolCall } from '@pawl/core';
import { difference } from '../compare/difference.js';
import { show } from '../compare/show.js';
import { hash } from '../generate/hash.js';
import { answerOf } from '../law/answer-of.js';
import type { Law } from '../law/law.js';
import { violate } from '../law/violate.js';
import type { Trial } from '../world/trial.js';
import { asking } from './asking-world.js';
import { lawOf } from './law-of.js';

/** Also those that look like none. */
const rewrites: readonly JsonValue[] = [{ path: 'safe' }, {}, null, '', 0, false, [], ['safe'], { path: null }];

const decisionOn = async (trial: Trial, ask: Parameters<typeof answerOf>[0], call: ToolCall): Promise<ToolDecision> => {
  const { value } = await answerOf(ask, 'preDispatch', [call], trial.waiting);
  return (typeof value === 'object' && value !== null ? value : { verdict: 'deny' }) as ToolDecision; // compared member by member
};

/** APR-06. */
export const rememberedWhole: Law = lawOf({
  id: 'APR-06',
  slug: 'remembered-whole',
  subjects: ['wrapper'],
  statement: "A remembered allow carries the inner's rewritten arguments and its notes.",
  intent:
    'A memory that answers with a bare allow runs the arguments that a layer below had replaced, and loses its notes.',
  whereToLook: "where the verdict is changed: copy the inner's decision and change its verdict and reason only",
  members: ['preDispatch'],
  needs: [{ kind: 'hook', hook: 'remember' }],
  check: async (trial) => {
    const made = asking(trial);
    const [tool] = made.tools;
    if (tool === undefined) return;
    for (let index = 0; index < 3; index++) {
      const salt = hash(trial.scenario.salt, 'whole', index);
      const rewritten: JsonValue | undefined = salt % 3 === 0 ? undefined : rewrites[(salt >>> 8) % rewrites.length];
      const notes = Array.from({ length: (salt >>> 4) % 4 }, (_, at) => `note ${at} of ${salt % 97}`);
      Object.assign(made.state, { rewritten, notes });
      const call = toolCall({ id: 'approved', tool, args: { path: 'a' }, session: `s${index}`, caller: 'c' });
      await made.approve(call, (salt >>> 6) % 2 === 0 ? 'call' : 'session');
      const again = toolCall({ ...call, id: 'again' });
      const got = await decisionOn(trial, made.outer, again);
      if (got.verdict !== 'allow') continue;
      trial.tell();
      const kept = (got.notes ?? []).filter((note) => notes.includes(note));
      if (difference(notes, kept) !== undefined) {
        violate('preDispatch', trial.subject.name, {
          expected: `the remembered allow to carry the notes of the inner, ${show(notes)}`,
          but: `it carries ${show(got.notes)}`,
        });
      }
      // Where the inner rewrites nothing, a layer may have rewritten the arguments itself.
      if (rewritten === undefined || difference(rewritten, got.args) === undefined) continue;
      violate('preDispatch', trial.subject.name, {
        expected: `the remembered allow to carry the arguments that the inner put in place, ${show(rewritten)}`,
        but: got.args === undefined ? 'it carries none: those of the model would run' : `it carries ${show(got.args)}`,
      });
    }
  },
});
