import type { DispatchOutcome, Redaction, ToolCallInit } from '@pawl/core';
import { redactionData } from '@pawl/journal';
import type { Recorder } from '../log/recorder.js';
import { callSignature } from '../message/call-signature.js';
import type { TurnChangeEvent } from '../turn/turn-event.js';

/** Who hears of changes, and where they are recorded. */
export interface ChangeTeller {
  readonly recorder: Recorder;
  emit(event: TurnChangeEvent): void;
}

const tellRewrite = (teller: ChangeTeller, init: ToolCallInit, outcome: DispatchOutcome): void => {
  const { id: callId, tool } = init;
  const before = 'args' in init ? { args: init.args } : {};
  const ran = outcome.call;
  if (ran === undefined) return;
  const after = ran.args === undefined ? {} : { args: ran.args };
  // What `dispatch` took as arguments is JSON.
  const [from, to] = [before, after] as readonly { readonly args?: NonNullable<typeof ran.args> }[];
  if (ran.args === init.args || callSignature({ tool, ...from }) === callSignature({ tool, ...to })) return;
  teller.emit({
    type: 'modify',
    by: 'layer',
    callId,
    tool,
    ...(from?.args === undefined ? {} : { before: from.args }),
    ...(to?.args === undefined ? {} : { after: to.args }),
  });
  teller.recorder.modified({ id: callId, tool }, from?.args, to?.args);
};

const redactionsOf = (outcome: DispatchOutcome): readonly Redaction[] => {
  if (outcome.status === 'executed') return outcome.execution.redactions ?? [];
  return outcome.status === 'failed' ? (outcome.failure.redactions ?? []) : [];
};

/** Says and records what layers did to a call, as it went to `dispatch`, and to its result. */
export const tellChanges = (teller: ChangeTeller, init: ToolCallInit, outcome: DispatchOutcome): void => {
  const { id: callId, tool } = init;
  tellRewrite(teller, init, outcome);
  if (outcome.notes.length > 0) {
    teller.emit({ type: 'inject', callId, tool, notes: outcome.notes });
    teller.recorder.about('inject', { callId, tool, notes: outcome.notes });
  }
  const redactions = redactionsOf(outcome);
  if (redactions.length === 0) return;
  const data = redactionData({ callId, tool }, redactions);
  teller.emit({ type: 'redaction', ...data });
  teller.recorder.about('redaction', data);
};
