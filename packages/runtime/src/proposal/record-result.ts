import { failed, skipped, toolMessage } from '../batch/tool-message.js';
import type { ToolMessage } from '../message/message.js';
import type { ActionResult } from './action-result.js';
import type { ProposalRun } from './proposal-run.js';

const messageOf = (callId: string, result: ActionResult): ToolMessage | undefined => {
  const call = { id: callId, tool: result.tool };
  switch (result.status) {
    case 'executed':
    case 'remembered': {
      const { execution, untrusted } = result;
      return toolMessage(call, { status: 'executed', output: execution.output, untrusted });
    }
    case 'failed':
      return failed(call, result.failure, result.untrusted);
    case 'denied':
      return toolMessage(call, { status: 'denied', output: result.reason, code: 'denied' });
    case 'skipped':
      return skipped(call, result.reason, 'skipped');
    default:
      return undefined; // It has no result yet.
  }
};

/** Writes a result of an action into the journal, as a digest. */
export const recordResult = (run: ProposalRun, result: ActionResult): void => {
  if (!run.recorder.records) return;
  const message = messageOf(run.callId(result.id), result);
  if (message !== undefined) run.recorder.ended(message);
};
