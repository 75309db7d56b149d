import {
  allow,
  defineExecutor,
  gate,
  isToolFailure,
  NONE,
  type Redaction,
  type Taint,
  type ToolCall,
  type ToolExecutor,
  type ToolOutcome,
} from '@pawl/core';

/** What a stack would have done with a call. Plain JSON. */
export interface ShadowReport {
  readonly session?: string;
  readonly tool: string;
  /** What would have become of it: run, asked about, refused, or answered as unknown. */
  readonly verdict: 'allow' | 'ask' | 'deny' | 'invalid';
  /** Why, where it would not simply have run. */
  readonly reason?: string;
  /** The layer behind it, where one is. */
  readonly layer?: string;
  /** Whether its arguments would have been rewritten. */
  readonly rewritten: boolean;
  /** What would have been replaced in its result: rules and places, never the text. */
  readonly redactions: readonly Redaction[];
}

const failureOf = async (run: Promise<ToolOutcome>): Promise<ToolOutcome> =>
  run.catch((error: unknown) => {
    if (isToolFailure(error)) return error;
    throw error;
  });

/** Where a stack's judgements of one session's calls go. */
class Watcher {
  readonly #stacked: ToolExecutor;
  readonly #tainted = new Set<string | undefined>();

  constructor(stacked: ToolExecutor) {
    this.#stacked = stacked;
  }

  async judge(call: ToolCall): Promise<Omit<ShadowReport, 'redactions'>> {
    const taint: Taint = this.#tainted.has(call.session) ? 'tainted' : 'clean';
    const judged = await gate(this.#stacked, call, { taint });
    const behind = judged.trace.find(({ answer }) => answer !== 'allow');
    const reason = judged.verdict === 'ask' ? judged.request.reason : behind?.reason;
    return {
      ...(call.session === undefined ? {} : { session: call.session }),
      tool: call.tool,
      verdict: judged.verdict,
      ...(judged.verdict === 'allow' || reason === undefined ? {} : { reason }),
      ...(judged.verdict === 'allow' || behind?.layer === undefined ? {} : { layer: behind.layer }),
      rewritten: 'call' in judged && judged.call.args !== call.args,
    };
  }

  async redactions(call: ToolCall, outcome: ToolOutcome): Promise<readonly Redaction[]> {
    try {
      if (this.#stacked.ingestsUntrustedContent(call.tool)) this.#tainted.add(call.session);
      const after = await this.#stacked.postDispatch(call, outcome);
      return after === outcome ? [] : (after.redactions ?? []);
    } catch {
      // A watcher's fault is not the call's.
      return [];
    }
  }
}

/**
 * The servers as they are, without the stack; it is only asked what it would have done with every call, and `report` is
 * told. Nothing is withheld, asked, rewritten or replaced.
 */
export const shadow = (
  base: ToolExecutor,
  stacked: ToolExecutor,
  report: (report: ShadowReport) => void,
): ToolExecutor => {
  const watcher = new Watcher(stacked);
  return defineExecutor({
    ...base,
    needsApproval: () => false,
    requiredCapabilities: () => NONE,
    preDispatch: async () => allow(),
    execute: async (call) => {
      const judged = await watcher.judge(call);
      const outcome = await failureOf(base.execute(call));
      report({ ...judged, redactions: await watcher.redactions(call, outcome) });
      if (isToolFailure(outcome)) throw outcome;
      return outcome;
    },
  });
};
