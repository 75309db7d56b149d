import type { DispatchOutcome, ToolFailure } from '@pawl/core';
import type { ProposedCall, ToolMessage } from '../message/message.js';

/** What a result says beside its call. */
export type Said = Omit<ToolMessage, 'role' | 'callId' | 'tool' | 'untrusted'> & { readonly untrusted?: boolean };

/** The result of a call. */
export const toolMessage = (call: ProposedCall, { untrusted = false, ...said }: Said): ToolMessage => ({
  role: 'tool',
  callId: call.id,
  tool: call.tool,
  ...said,
  untrusted,
});

/** A result that says that nothing ran. */
export const skipped = (call: ProposedCall, why: string, code: string): ToolMessage =>
  toolMessage(call, { status: 'skipped', output: `${why}; nothing ran`, code });

/** The result of a call that was started once, and of which nobody knows how it ended. */
export const interrupted = (call: ProposedCall): ToolMessage => {
  const output = `this call of ${JSON.stringify(call.tool)} was interrupted: it may have run, and it is not known how it ended; it was not run again`;
  return toolMessage(call, { status: 'unknown', output, code: 'interrupted', outcome: 'unknown' });
};

/** A result as it is for this attempt: where nothing ran now, an earlier attempt may have. */
export const afterAttempt = (message: ToolMessage, call: ProposedCall, attempt: number): ToolMessage =>
  attempt > 1 && message.status !== 'executed' && message.status !== 'failed' ? interrupted(call) : message;

/** The result of a failure. */
export const failed = (call: ProposedCall, failure: ToolFailure, untrusted = false): ToolMessage =>
  toolMessage(call, {
    status: 'failed',
    // An error result's own content is what the model is to see.
    output: failure.output === undefined ? failure.message : failure.output,
    code: failure.code,
    outcome: failure.outcome,
    untrusted,
  });

const noted = (message: ToolMessage, notes: readonly string[]): ToolMessage =>
  notes.length === 0 ? message : { ...message, notes };

/** The result of what `dispatch` made of a call. */
export const messageOfOutcome = (call: ProposedCall, outcome: DispatchOutcome): ToolMessage => {
  const { notes } = outcome;
  switch (outcome.status) {
    case 'executed': {
      const { execution, untrusted } = outcome;
      return noted(toolMessage(call, { status: 'executed', output: execution.output, untrusted }), notes);
    }
    case 'failed':
      return noted(failed(call, outcome.failure, outcome.untrusted), notes);
    case 'denied':
      return noted(toolMessage(call, { status: 'denied', output: outcome.reason, code: 'denied' }), notes);
    case 'pending': {
      const why = `${call.tool} needs a person's approval now, which it did not when its batch was judged: call it again`;
      return skipped(call, why, 'approval-needed');
    }
  }
};
