import type { ElicitRequestFormParams, Server } from '@modelcontextprotocol/server';
import type { ApprovalRequest } from '@pawl/core';
import type { ServedApprovalScope } from '../serve-options.js';
import { approvalMessage } from './approval-message.js';

/** What is needed to ask. */
export interface Asking {
  readonly server: Server;
  /** The call that is waiting, so that the question goes where its answer will. */
  readonly requestId: string | number;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Whether the person may let their yes count for longer. */
  readonly mayRemember: boolean;
}

/** What a person answered, or why nobody did. */
export type Answer =
  | { readonly kind: 'yes'; readonly scope: ServedApprovalScope }
  | { readonly kind: 'no'; readonly why: string };

const scopes: readonly ServedApprovalScope[] = ['once', 'call', 'session'];

const form = (mayRemember: boolean): ElicitRequestFormParams['requestedSchema'] => ({
  type: 'object',
  properties: mayRemember
    ? {
        remember: {
          type: 'string',
          title: 'How long this counts',
          oneOf: [
            { const: 'once', title: 'For this call' },
            { const: 'call', title: 'For these arguments, in this session' },
            { const: 'session', title: 'For this tool, in this session' },
          ],
          default: 'once',
        },
      }
    : {},
});

/** Whether the client offers to ask its user with a form. */
export const canAsk = (server: Server): boolean => {
  const offered = server.getClientCapabilities()?.elicitation;
  // Before revision 2025-11-25 there were only forms, and the capability was an empty object.
  return offered !== undefined && (offered.form !== undefined || Object.keys(offered).length === 0);
};

/** Asks the client's user about a call. Whatever is no plain yes is a no. */
export const askPerson = async (request: ApprovalRequest, asking: Asking): Promise<Answer> => {
  const { server, requestId, signal, timeoutMs, mayRemember } = asking;
  if (!canAsk(server)) {
    return { kind: 'no', why: 'this client cannot ask its user (it offers no MCP elicitation with forms)' };
  }
  try {
    const answer = await server.elicitInput(
      { mode: 'form', message: approvalMessage(request), requestedSchema: form(mayRemember) },
      { timeout: timeoutMs, maxTotalTimeout: timeoutMs, signal, relatedRequestId: requestId },
    );
    if (answer.action !== 'accept') return { kind: 'no', why: 'the person who was asked did not agree' };
    const chosen: unknown = mayRemember ? answer.content?.['remember'] : undefined;
    return { kind: 'yes', scope: scopes.find((scope) => scope === chosen) ?? 'once' };
  } catch {
    return { kind: 'no', why: 'the client gave no usable answer to the question, or none in time' };
  }
};
