import { dispatch, gate } from '@pawl/core';
import { callerParts } from '../reference/caller-parts.js';
import { turnCaller } from '../reference/turn-caller.js';
import { callerSubject } from '../subject/caller-subject.js';
import type { Subject } from '../subject/subject.js';

const later = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Correct callers, though written in another way than the kit would: every law must let them pass. */
export const harmlessCallers: readonly Subject[] = [
  callerSubject({ name: "the kit's caller", run: turnCaller() }),
  callerSubject({ name: 'a caller that runs one call after the other', run: turnCaller({ oneByOne: true }) }),
  callerSubject({
    name: 'a caller that takes its time',
    run: turnCaller({
      judge: async (executor, call, context) => {
        await later();
        return gate(executor, call, context);
      },
      dispatch: async (executor, call, context) => {
        await later();
        const outcome = await dispatch(executor, call, context);
        await later();
        return outcome;
      },
    }),
  }),
  callerSubject({
    name: 'a caller that saves everything twice, and its requests from behind',
    run: async (turn) => {
      const { pending, results } = await turnCaller()({
        ...turn,
        save: async (state) => {
          await turn.save(state);
          await turn.save(state);
        },
      });
      return { pending: pending.toReversed(), results };
    },
  }),
  callerSubject({
    name: 'a caller that knows no wider scope',
    run: turnCaller({
      spoken: (turn, request) =>
        callerParts.spoken(turn, request).filter(({ decision }) => decision.request.callId === request.callId),
    }),
  }),
  callerSubject({
    name: 'a caller that never runs an interrupted call again',
    run: turnCaller({ repeats: () => false }),
  }),
];
