import type { ApprovalRequest, Capability, JsonValue } from '@pawl/core';
import type { WorkerRef } from '../delegation/worker-ref.js';

/** What a person must be asked before the turn can go on. Plain JSON. */
export interface PendingApproval {
  /** The call's id. */
  readonly id: string;
  /** The tool's name. */
  readonly tool: string;
  /** The tool's name for people. */
  readonly title: string;
  /** The arguments that will run, after every rewrite; left out where there are none. */
  readonly args?: JsonValue;
  /** Why it asks. */
  readonly reason: string;
  /** What the tool requires and is not granted now. */
  readonly missing: readonly Capability[];
  /** Whether the sandbox would refuse the call. */
  readonly sandboxEscalation: boolean;
  /** What would run, as text for people: at most 2,000 characters, with no character that hides or turns others. */
  readonly preview: string;
  /** The whole request: sign it, or answer it through `decisionsOf`. */
  readonly request: ApprovalRequest;
  /** The delegated worker that asks. */
  readonly worker?: WorkerRef;
}

const maxPreview = 2_000;

/** Controls, marks that turn the direction of text, and characters without width: they make text look like another. */
const deceiving = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/gu;

const escaped = (character: string): string =>
  character === '\n' ? character : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

const previewOf = (tool: string, args: JsonValue | undefined): string => {
  const text = args === undefined ? `${tool}()` : `${tool}(${JSON.stringify(args, undefined, 2)})`;
  const plain = text.replace(deceiving, escaped);
  return plain.length <= maxPreview ? plain : `${plain.slice(0, maxPreview - 1)}…`;
};

/** The request as a person is to see it. */
export const pendingApproval = (request: ApprovalRequest, worker?: WorkerRef): PendingApproval => ({
  id: request.callId,
  tool: request.tool,
  title: request.spec.title ?? request.spec.annotations?.title ?? request.tool,
  ...(request.args === undefined ? {} : { args: request.args }),
  reason: request.reason,
  missing: request.missing,
  sandboxEscalation: request.sandboxEscalation,
  preview: previewOf(request.tool, request.args),
  request,
  ...(worker === undefined ? {} : { worker }),
});
