import {
  difference,
  isLabelledUntrusted,
  isToolFailure,
  type Layer,
  labelUntrusted,
  layer,
  requireApproval,
  strictest,
  TAINT_REVOKED,
  type ToolCall,
  type ToolDecision,
  type ToolExecution,
  type ToolExecutor,
  ToolFailure,
  type ToolOutcome,
  withArgs,
} from '@pawl/core';
import { optionChecks } from '../options/option-checks.js';
import { type CompiledPolicy, compilePolicy } from './compile-policy.js';
import { foundBy } from './found-by.js';
import { taintLedger } from './in-process-ledger.js';
import { isNamed } from './is-named.js';
import { chosenNames, leavesOf, textsOf } from './leaves.js';
import { objectionsTo } from './objections-to.js';
import type { TaintPolicy } from './policy-options.js';
import type { TaintLedger, TaintNote, TaintRecord } from './taint-ledger.js';

/** What a taint gate needs. */
export interface TaintGateOptions {
  /** What a tainted session may do without a person. Default: what the user named, and nothing else. */
  readonly policy?: TaintPolicy;
  /** Where sessions are kept, and where the user's words are added. Default: one of its own, which hears no user. */
  readonly ledger?: TaintLedger;
}

/** Whether the tool can carry something out, or change something outside. An answer that is no set counts as all. */
const reachesOut = (inner: ToolExecutor, tool: string): boolean => {
  const required: unknown = inner.requiredCapabilities(tool);
  // `difference` of what is no set would be nonsense too.
  return !Number.isInteger(required) || difference(TAINT_REVOKED, required as typeof TAINT_REVOKED) !== TAINT_REVOKED;
};

const bringsUntrusted = (inner: ToolExecutor, tool: string): boolean => inner.ingestsUntrustedContent(tool) !== false;

/** Whether somebody outside may have chosen the arguments, and with them what a trusted tool would echo. */
const isOthersChoice = ({ args }: ToolCall, { tainted, user, trusted, found }: TaintRecord): boolean =>
  tainted &&
  leavesOf(args).some((leaf) => {
    const { value } = leaf;
    const scalars = value === null || typeof value === 'boolean' ? chosenNames(leaf) : [value, ...chosenNames(leaf)];
    return scalars.some((scalar) => !isNamed([...user, ...trusted, ...found], scalar));
  });

const noteOf = (call: ToolCall, kind: TaintNote['kind'], text?: string): TaintNote => ({
  kind,
  ...(call.session === undefined ? {} : { session: call.session }),
  ...(text === undefined ? {} : { text }),
});

/** What a layer with this policy and ledger does, over one inner. */
class Gate {
  readonly #inner: ToolExecutor;
  readonly #policy: CompiledPolicy;
  readonly #ledger: TaintLedger;
  /** A worker's task was written by a model that may have read anything. */
  readonly #isWorker: boolean;

  constructor(inner: ToolExecutor, policy: CompiledPolicy, ledger: TaintLedger, isWorker: boolean) {
    this.#inner = inner;
    this.#policy = policy;
    this.#ledger = ledger;
    this.#isWorker = isWorker;
  }

  async #record(session: string | undefined): Promise<TaintRecord> {
    const { tainted, user, trusted, found } = await this.#ledger.read(session);
    return { tainted: this.#isWorker || tainted !== false, user, trusted, found };
  }

  async #verdict(call: ToolCall): Promise<ToolDecision | undefined> {
    const { tool, session } = call;
    try {
      if (!reachesOut(this.#inner, tool) && !this.#policy.guards(tool)) return undefined;
      const record = await this.#record(session);
      if (!record.tainted) return undefined;
      const objections = objectionsTo(call, this.#policy.ruleFor(tool), record);
      if (objections.length === 0) return undefined;
      return requireApproval(
        `${tool} acts outside while untrusted content is in the session: ${objections.join('; ')}`,
      );
    } catch {
      return requireApproval(`${tool} acts outside, and whether the session is tainted could not be found out`);
    }
  }

  /** The inner's decision, or a stricter one. Judges the arguments that will run. */
  async judge(call: ToolCall): Promise<ToolDecision> {
    const decision = await this.#inner.preDispatch(call);
    if (decision.verdict === 'deny') return decision;
    const verdict = await this.#verdict(decision.args === undefined ? call : withArgs(call, decision.args));
    return verdict === undefined ? decision : strictest(verdict, decision);
  }

  /** Taints the session before a tool runs whose result, failure or stream may hold somebody else's text. */
  async begin(call: ToolCall): Promise<void> {
    if (!bringsUntrusted(this.#inner, call.tool)) return;
    try {
      await this.#ledger.add(noteOf(call, 'untrusted'));
    } catch (cause) {
      throw new ToolFailure(`${call.tool} was not run: that it taints the session could not be noted`, {
        code: 'tool-error',
        outcome: 'not-started',
        cause,
      });
    }
  }

  async #learn(call: ToolCall, { output }: ToolExecution, trusted: boolean): Promise<void> {
    const lookups = this.#policy.lookupsOf(call.tool);
    const record = await this.#record(call.session);
    const found = lookups.flatMap((lookup) => foundBy(lookup, call, output, record.user));
    for (const text of new Set(found)) await this.#ledger.add(noteOf(call, 'found', text));
    if (!trusted || isOthersChoice(call, record)) return;
    for (const text of new Set(textsOf(output))) await this.#ledger.add(noteOf(call, 'trusted', text));
  }

  /** Notes what a result brings, and labels one that is untrusted. */
  async end(call: ToolCall, asked: ToolOutcome): Promise<ToolOutcome> {
    const outcome = await this.#inner.postDispatch(call, asked);
    const untrusted =
      bringsUntrusted(this.#inner, call.tool) || isLabelledUntrusted(outcome) || isLabelledUntrusted(asked);
    if (untrusted) await this.#ledger.add(noteOf(call, 'untrusted'));
    if (isToolFailure(outcome)) return outcome;
    try {
      await this.#learn(call, outcome, !untrusted);
    } catch {
      // What could not be noted vouches for nothing: later calls ask.
    }
    return untrusted ? labelUntrusted(outcome) : outcome;
  }
}

/**
 * Lets a call that acts outside run without a person only while nothing untrusted is in its session, or where what it
 * does was named by the user: for callers that keep no taint of their own. Results, failures and streams of tools that
 * bring text from outside taint their session, as does any result with the label; results are labelled in turn. A
 * worker's sessions are always tainted.
 *
 * @throws {LayerOptionError} for an option that makes no sense.
 * @example
 * ```ts
 * const ledger = taintLedger();
 * const policy = { rules: [{ tool: 'send_email', args: { '/subject': 'content', '/body': 'content' } }] } as const;
 * const tools = taintGate({ policy, ledger })(registry);
 * await ledger.add({ session: 's', kind: 'user', text: 'Send the summary to ann@example.com' });
 * ```
 */
export const taintGate = (options: TaintGateOptions = {}): Layer => {
  const { ledger = taintLedger() } = options;
  const policy = compilePolicy(options.policy ?? {});
  if (typeof ledger?.read !== 'function' || typeof ledger.add !== 'function') {
    optionChecks('taintGate').fail('ledger', 'is no ledger: give it `taintLedger()`');
  }
  return layer(
    'taint-gate',
    { preDispatch: 'tightens', execute: 'refuses', executeStream: 'refuses', postDispatch: 'rewrites' },
    (inner, scope) => {
      const gate = new Gate(inner, policy, ledger, scope !== undefined);
      return {
        preDispatch: (call) => gate.judge(call),
        execute: async (call) => {
          await gate.begin(call);
          return inner.execute(call);
        },
        executeStream: async (call) => {
          await gate.begin(call);
          return inner.executeStream(call);
        },
        postDispatch: (call, outcome) => gate.end(call, outcome),
      };
    },
  );
};
