import { createHash } from 'node:crypto';
import { type ApprovalRequest, canonicalJson, type ToolSpec } from '@pawl/core';

/** How far a person's yes reaches beyond the call that was asked about. */
export type RememberedScope =
  /** The same arguments, for the session. */
  | 'call'
  /** The tool with any arguments, for the session. */
  | 'session';

/** What of a request a remembered approval is bound to. */
export type ApprovalSubject = Pick<ApprovalRequest, 'tool' | 'args' | 'caller' | 'session' | 'spec'>;

/** Hashed along, so that another way of composing keys never meets an old key. */
const version = 1;

/** A list of nothing or one thing: text of a value can never be mistaken for the lack of one. */
const maybe = (subject: ApprovalSubject, field: 'args' | 'caller' | 'session'): readonly unknown[] =>
  field in subject ? [subject[field]] : [];

// What crossed a process has lost the members that were `undefined`.
const definition = (spec: ToolSpec): unknown => JSON.parse(JSON.stringify(spec));

const digest = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('base64url');

/**
 * The key of an approval: a SHA-256 of caller, session, tool, definition and, for the scope `call`, arguments, in
 * canonical JSON (RFC 8785). Arguments that are absent, `null` and `{}` give three keys; the key holds none of them.
 *
 * Callers that ask people use it to ask once about calls that are alike and pending at the same time.
 *
 * @throws {JsonError} for arguments that are `undefined` or otherwise not I-JSON.
 * @example
 * ```ts
 * const waiting = new Map<string, Promise<boolean>>();
 * const key = approvalKey(outcome.request, 'call');
 * const answer = waiting.get(key) ?? askPerson(outcome.request);
 * waiting.set(key, answer);
 * ```
 */
export const approvalKey = (subject: ApprovalSubject, scope: RememberedScope): string => {
  const { tool, spec } = subject;
  const who = [maybe(subject, 'caller'), maybe(subject, 'session')];
  return digest([version, scope, ...who, tool, definition(spec), scope === 'call' ? maybe(subject, 'args') : []]);
};

/** The key under which all approvals of a session can be found again; calls without a session share one of their own. */
export const sessionKey = (session: string | undefined): string =>
  digest([version, session === undefined ? [] : [session]]);
