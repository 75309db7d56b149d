import type { Server } from '@modelcontextprotocol/server';
import {
  type ApprovalRequest,
  type DispatchContext,
  type DispatchOutcome,
  dispatch,
  type JsonObject,
  specsByName,
  strictAnswer,
  type Taint,
  type ToolCall,
  type ToolExecutor,
} from '@pawl/core';
import { withFailureWord } from '../../failure-word.js';
import { askPerson } from '../approval/ask-person.js';
import type { ServeSettings } from '../check-serve-options.js';
import { resultFromExecution, withNotes } from '../result/result-from-execution.js';
import { resultFromFailure } from '../result/result-from-failure.js';
import { errorResult } from '../result/text-result.js';
import type { Advertised } from './advertised.js';
import { offerMessage, offersFor } from './offer.js';

/** What running a call needs of its session. */
export interface CallSession {
  readonly executor: ToolExecutor;
  readonly settings: ServeSettings;
  readonly server: Server;
  readonly advertised: Advertised;
  /** Whether foreign text is in the session's context. */
  taint: Taint;
  /** Tells this client that its list of tools has changed. */
  readonly tellChange: () => void;
}

/** One call of a client. */
export interface Served {
  readonly call: ToolCall;
  /** The id of the client's request. */
  readonly requestId: string | number;
  readonly signal: AbortSignal;
}

type Pending = DispatchOutcome & { readonly status: 'pending' };

const run = async (session: CallSession, call: ToolCall, approved?: ApprovalRequest): Promise<DispatchOutcome> => {
  const { executor, settings, advertised } = session;
  const context: DispatchContext = {
    ...settings.context,
    advertised: advertised.specs(),
    taint: session.taint,
    ...(approved === undefined ? {} : { approved }),
  };
  const outcome = await dispatch(executor, call, context);
  const isForeign = (outcome.status === 'executed' || outcome.status === 'failed') && outcome.untrusted;
  if (isForeign && settings.taint === 'session') session.taint = 'tainted';
  return outcome;
};

/** Tells the operator's memory of a yes; a memory that fails costs a later question, not this call. */
const remember = async (session: CallSession, pending: Pending, scope: 'once' | 'call' | 'session'): Promise<void> => {
  try {
    await session.settings.onApproval?.(pending.request, scope);
  } catch (error) {
    const message = `the approval of ${pending.tool} could not be remembered: ${String(error)}`;
    session.settings.warn({ code: 'approval', message });
  }
};

/** An error result for a call that did not run. */
const notRun = (message: string, code: string): JsonObject =>
  withFailureWord(errorResult(message), { code, outcome: 'not-started', terminal: false });

const refused = (tool: string, why: string): JsonObject =>
  notRun(`${tool} was refused and did not run: ${why}`, 'refused');

const approve = async (session: CallSession, served: Served, pending: Pending): Promise<JsonObject> => {
  const { executor, settings, server } = session;
  const { tool, request } = pending;
  const answer = await askPerson(request, {
    server,
    requestId: served.requestId,
    signal: served.signal,
    timeoutMs: settings.approvalTimeoutMs,
    mayRemember: settings.onApproval !== undefined && strictAnswer(executor, 'cacheableApproval', tool),
  });
  if (answer.kind === 'no') return refused(tool, `it needs a person's approval (${request.reason}), and ${answer.why}`);
  await remember(session, pending, answer.scope);
  const outcome = await run(session, served.call, request);
  if (outcome.status === 'pending') {
    return refused(tool, 'what would run is no longer what was approved; call it again to be asked again');
  }
  return resultOf(session, served, outcome);
};

const offer = async (session: CallSession, { call }: Served): Promise<JsonObject | undefined> => {
  const { executor, settings, advertised } = session;
  if (settings.recovery === 'none') return undefined;
  const offers = await offersFor(executor, call, settings.context);
  if (offers.length === 0) return undefined;
  if (advertised.add(offers)) session.tellChange();
  return notRun(offerMessage(call.tool, offers), 'tool-error');
};

const resultOf = async (session: CallSession, served: Served, outcome: DispatchOutcome): Promise<JsonObject> => {
  switch (outcome.status) {
    case 'executed': {
      const spec = specsByName(session.advertised.specs()).get(outcome.tool);
      return withNotes(resultFromExecution(outcome.execution, spec), outcome.notes);
    }
    case 'denied':
      return refused(outcome.tool, outcome.reason);
    case 'pending':
      return approve(session, served, outcome);
    case 'failed': {
      const offered = outcome.failure.code === 'unknown-tool' ? await offer(session, served) : undefined;
      return offered ?? withNotes(resultFromFailure(outcome.failure), outcome.notes);
    }
  }
};

/** Runs a client's call through `dispatch`, asking its user where a person must be asked. @throws {ProtocolError} */
export const runCall = async (session: CallSession, served: Served): Promise<JsonObject> =>
  resultOf(session, served, await run(session, served.call));
