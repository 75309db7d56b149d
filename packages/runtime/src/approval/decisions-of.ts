import { type ApprovalRequest, canonicalJson, capabilities, isSubset, type JsonValue } from '@pawl/core';
import { type ApprovalScope, fingerprint, rememberKey } from '@pawl/journal';
import type { ApprovalAnswer, ApprovalContext, ApprovalPort, ApprovalUse, NotApproved } from './approval-port.js';

/** What a person answered to a request. */
export interface PersonDecision {
  /** What was asked. */
  readonly request: ApprovalRequest;
  /** The answer. */
  readonly answer: 'approve' | 'refuse';
  /** Arguments to run instead, where the person edited them. */
  readonly args?: JsonValue;
  /** How far it reaches: this call once, these arguments, or the tool, both for the session. Default: `'once'`. */
  readonly scope?: ApprovalScope;
  /** What the person said. */
  readonly reason?: string;
  /** The delegated worker that asked. */
  readonly worker?: string;
}

/** How decisions are kept. */
export interface DecisionsOptions {
  /** Spends a single-use approval durably; `false` where it was spent before. Default: in memory. */
  readonly spend?: (decision: PersonDecision) => Promise<boolean>;
}

const not = (code: string, message: string): NotApproved => ({ ok: false, code, message });

/** What the person approved: the request, with the arguments that they edited. */
const approvedBy = ({ request, args }: PersonDecision): ApprovalRequest =>
  args === undefined ? request : { ...request, args };

const sameArgs = (a: ApprovalRequest, b: ApprovalRequest): boolean =>
  a.args === undefined || b.args === undefined ? a.args === b.args : canonicalJson(a.args) === canonicalJson(b.args);

const grown = (asked: ApprovalRequest, now: ApprovalRequest): boolean =>
  !isSubset(capabilities(...now.required), capabilities(...asked.required)) ||
  !isSubset(capabilities(...now.missing), capabilities(...asked.missing)) ||
  (now.sandboxEscalation && !asked.sandboxEscalation);

/** The same tool, as it was defined then, for the same caller in the same session. */
const sameSubject = (a: ApprovalRequest, b: ApprovalRequest): boolean =>
  a.tool === b.tool && a.caller === b.caller && a.session === b.session && fingerprint(a.spec) === fingerprint(b.spec);

type Cover = 'as-asked' | 'as-approved' | 'remembered';

const coverOf = (
  decision: PersonDecision,
  request: ApprovalRequest,
  { worker, cacheable = request.spec.cacheableApproval === true }: ApprovalContext,
): Cover | undefined => {
  const { request: asked, scope = 'once', answer } = decision;
  if (decision.worker !== worker || !sameSubject(asked, request)) return undefined;
  if (answer === 'approve' && grown(asked, request)) return undefined;
  const approved = approvedBy(decision);
  if (asked.callId === request.callId) {
    if (sameArgs(approved, request)) return 'as-approved';
    return sameArgs(asked, request) ? 'as-asked' : undefined;
  }
  // A no may always be remembered; it loosens nothing.
  if (scope === 'once' || (answer === 'approve' && !cacheable)) return undefined;
  return rememberKey(approved, scope) === rememberKey(request, scope) ? 'remembered' : undefined;
};

const safely = (...question: Parameters<typeof coverOf>): Cover | undefined => {
  try {
    return coverOf(...question);
  } catch {
    return undefined; // What cannot be compared is not covered.
  }
};

class Decisions implements ApprovalPort {
  readonly #decisions: readonly PersonDecision[];
  readonly #spent = new Set<PersonDecision>();
  readonly #spend: ((decision: PersonDecision) => Promise<boolean>) | undefined;

  constructor(decisions: readonly PersonDecision[], { spend }: DecisionsOptions) {
    this.#decisions = decisions;
    this.#spend = spend;
  }

  #covering(
    request: ApprovalRequest,
    context: ApprovalContext,
  ): readonly { readonly decision: PersonDecision; readonly cover: Cover }[] {
    return this.#decisions.flatMap((decision) => {
      const cover = this.#spent.has(decision) ? undefined : safely(decision, request, context);
      return cover === undefined ? [] : [{ decision, cover }];
    });
  }

  async find(request: ApprovalRequest, context: ApprovalContext = {}): Promise<ApprovalAnswer> {
    const found = this.#covering(request, context);
    const no = found.find(({ decision }) => decision.answer === 'refuse')?.decision;
    if (no !== undefined) {
      return { ok: true, answer: 'refuse', ...(no.reason === undefined ? {} : { reason: no.reason }) };
    }
    const [first] = found;
    if (first === undefined) return not('not-approved', `nobody has approved this call of ${request.tool}`);
    const { args } = first.decision;
    return first.cover === 'as-asked' && args !== undefined
      ? { ok: true, answer: 'approve', args }
      : { ok: true, answer: 'approve' };
  }

  async use(request: ApprovalRequest, context: ApprovalContext = {}): Promise<ApprovalUse> {
    const found = this.#covering(request, context);
    if (found.some(({ decision }) => decision.answer === 'refuse')) {
      return not('refused', `a person refused this call of ${request.tool}`);
    }
    const cacheable = context.cacheable ?? request.spec.cacheableApproval === true;
    for (const { decision, cover } of found) {
      if (cover === 'as-asked') continue;
      const single = (decision.scope ?? 'once') === 'once' || !cacheable;
      if (!single || (await this.#spendOnce(decision))) return { ok: true, approved: request };
    }
    return found.length === 0
      ? not('not-approved', `nobody has approved this call of ${request.tool}`)
      : not('replayed', 'the approval was for one use, and was used');
  }

  async #spendOnce(decision: PersonDecision): Promise<boolean> {
    if (this.#spent.has(decision)) return false;
    this.#spent.add(decision);
    return this.#spend === undefined || (await this.#spend(decision));
  }
}

/**
 * The answers of people as an approval port, for callers without an approval store. Whoever calls this vouches for the
 * answers: nothing is signed or verified. Make it once for a conversation, or give it `spend`, so that an approval for
 * one use is used once.
 *
 * @example
 * ```ts
 * const approvals = decisionsOf(paused.pendingApprovals.map(({ request }) => ({ request, answer: 'approve' })));
 * const done = await runTurn({ model, executor, messages: paused.messages, options: { approvals } });
 * ```
 */
export const decisionsOf = (decisions: readonly PersonDecision[], options: DecisionsOptions = {}): ApprovalPort =>
  new Decisions(decisions, options);
