import type { ToolCall } from '@pawl/core';
import { difference } from '../compare/difference.js';
import { show } from '../compare/show.js';
import type { Law } from '../law/law.js';
import { seenMark } from '../turn/life.js';
import { effectsOf, effectsOfCall, showLife } from '../turn/needs.js';
import { traitsOf } from '../turn/turn-tools.js';
import { turnLaw } from './turn-law.js';

/** TRN-08. */
export const throughTheGate: Law = turnLaw(
  {
    id: 'TRN-08',
    slug: 'through-the-gate',
    statement:
      'Every call goes through the gate before it runs and through `postDispatch` after; a name that is not offered never runs.',
    intent:
      'One path that goes straight to `execute`, for resumed calls say, and every guard in front of it is decoration.',
    whereToLook: 'every place that calls `execute`: none but `dispatch` should',
    members: ['specs', 'preDispatch', 'execute', 'postDispatch'],
    minimumCoverage: 100,
  },
  ({ play, tell, fail }) => {
    for (const event of effectsOf(play)) {
      const { tool, id } = event.call;
      tell();
      if (traitsOf(tool)?.hidden === true) {
        fail('specs', {
          expected: `${tool}, which is not offered, not to run`,
          but: `it ran ${showLife(play, event.life)}`,
        });
      }
      if (!event.gated) {
        fail('preDispatch', {
          expected: `the gate to judge ${tool} in the process that runs it`,
          but: `${JSON.stringify(id)} ran ${showLife(play, event.life)}, and \`preDispatch\` was not asked`,
        });
      }
    }
    for (const call of play.world.calls) {
      const result = play.results.find(({ callId }) => callId === call.id);
      const token = effectsOfCall(play, call).at(-1)?.token;
      if (result?.status !== 'executed' || token === undefined) continue;
      if (
        !JSON.stringify(result.output).includes(`"${token}"`) ||
        JSON.stringify(result.output).includes(`"${seenMark}"`)
      )
        continue;
      fail('postDispatch', {
        expected: `the result of ${call.tool} as \`postDispatch\` hands it out`,
        but: `the tool's own came: ${show(result.output)}`,
      });
    }
  },
);

const wrongIn = (
  call: ToolCall,
  proposed: { readonly id: string; readonly tool: string } | undefined,
): string | undefined => {
  if (proposed === undefined) return `nobody proposed the id ${JSON.stringify(call.id)}`;
  if (call.tool !== proposed.tool)
    return `${JSON.stringify(call.id)} was proposed for ${proposed.tool}, not for ${call.tool}`;
  if (!Number.isInteger(call.attempt) || call.attempt < 1) return `\`attempt\` is ${show(call.attempt)}`;
  const wrong = difference(
    { session: 'session-1', caller: 'caller-1' },
    { session: call.session, caller: call.caller },
  );
  return wrong ?? (Object.isFrozen(call) ? undefined : 'the call is not frozen');
};

/** TRN-09. */
export const callArrives: Law = turnLaw(
  {
    id: 'TRN-09',
    slug: 'call-arrives',
    statement:
      "The whole call arrives on every way to the executor: the model's id, session, caller and an attempt that counts from 1.",
    intent: 'Without a session and a caller, approvals and caches of one conversation serve another.',
    whereToLook: 'where calls are made of what the model proposed, first of all when a turn is resumed',
    members: ['preDispatch', 'execute', 'postDispatch'],
    minimumCoverage: 100,
  },
  ({ play, tell, fail }) => {
    for (const event of play.world.events) {
      if (event.kind === 'spent') continue;
      tell();
      const proposed = play.world.calls.find(({ id }) => id === event.call.id);
      const wrong = wrongIn(event.call, proposed);
      if (wrong === undefined) continue;
      fail(event.kind === 'ran' ? 'execute' : event.member, {
        expected: 'the call as the model proposed it, with the session and the caller of the turn',
        but: `${wrong}, ${showLife(play, event.life)}`,
      });
    }
  },
);
