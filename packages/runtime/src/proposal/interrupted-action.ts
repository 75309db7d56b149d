import { ToolFailure } from '@pawl/core';
import { interrupted } from '../batch/tool-message.js';
import type { ActionResult } from './action-result.js';
import type { ProposalRun } from './proposal-run.js';

/** The result of an action that an earlier run started, and of which nobody knows how it ended. */
export const interruptedAction = (
  run: ProposalRun,
  { id, tool }: { readonly id: string; readonly tool: string },
): ActionResult => {
  const { output, code = 'interrupted' } = interrupted({ id: run.callId(id), tool });
  const failure = new ToolFailure(String(output), { code, outcome: 'unknown' });
  return { id, tool, attempts: run.tries.last(id), durationMs: 0, status: 'failed', failure, untrusted: false };
};
