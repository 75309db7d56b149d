import type { ApprovalRequest, DispatchContext, ToolCallInit } from '@pawl/core';
import type { CallerReport, CallerResult, CallerTurn, ProposedToolCall } from '../subject/caller-turn.js';
import type { CallerSubject } from '../subject/subject.js';
import { asJson, type CallerParts, callerParts, type KeptTurn, keptOf, type Spoken, said } from './caller-parts.js';

/** What is to become of a call. */
type Plan =
  | { readonly kind: 'done'; readonly result: CallerResult }
  | { readonly kind: 'ask'; readonly call: ProposedToolCall; readonly request: ApprovalRequest }
  | { readonly kind: 'run'; readonly call: ProposedToolCall; readonly init: ToolCallInit; readonly spoken?: Spoken };

/** One process of the reference caller. */
class Process {
  readonly #turn: CallerTurn;
  readonly #parts: CallerParts;
  #kept: KeptTurn;

  constructor(turn: CallerTurn, parts: CallerParts) {
    this.#turn = turn;
    this.#parts = parts;
    this.#kept = keptOf(turn);
  }

  async run(): Promise<CallerReport> {
    const told = new Set<string>();
    for (const batch of this.#turn.batches) {
      const open = this.#parts.distinct(batch).filter((call) => this.#parts.isOpen(this.#kept, call));
      const pending = open.length === 0 ? [] : await this.#batch(open);
      if (pending.length > 0) {
        return this.#report(
          pending,
          this.#kept.results.filter(({ callId }) => told.has(callId)),
        );
      }
      for (const { id } of batch) told.add(id);
    }
    return this.#report([], this.#kept.results);
  }

  #report(pending: readonly ApprovalRequest[], results: readonly CallerResult[]): CallerReport {
    return { pending: this.#parts.reported(pending), results: this.#parts.ordered(this.#turn, results) };
  }

  async #save(change: Partial<KeptTurn>): Promise<void> {
    this.#kept = { ...this.#kept, ...change };
    await this.#turn.save(asJson(this.#parts.keep(this.#kept)));
  }

  /** Carries a batch out, or gives what people must be asked. */
  async #batch(open: readonly ProposedToolCall[]): Promise<readonly ApprovalRequest[]> {
    const parts = this.#parts;
    const context: DispatchContext = { taint: parts.taint(this.#kept.results) };
    const plans = await Promise.all(open.map((call) => this.#plan(call, context)));
    const pending = plans.flatMap((plan) => (plan.kind === 'ask' ? [plan.request] : []));
    if (pending.length > 0 && !parts.runsWhileWaiting) return pending;
    const runs = plans.flatMap((plan) => (plan.kind === 'run' ? [plan] : []));
    const started = [...this.#kept.started, ...runs.map(({ call }) => call.id)];
    if (runs.length > 0 && parts.keepsStarts === 'before') await this.#save({ started });
    for (const plan of plans) if (plan.kind === 'done') await this.#end(plan.result);
    if (parts.oneByOne) for (const plan of runs) await this.#end(await this.#execute(plan, context));
    else await Promise.all(runs.map(async (plan) => this.#end(await this.#execute(plan, context))));
    if (runs.length > 0 && parts.keepsStarts === 'after') await this.#save({ started });
    return pending;
  }

  #end(result: CallerResult): Promise<void> {
    return this.#save({ results: [...this.#kept.results, result] });
  }

  async #plan(call: ProposedToolCall, context: DispatchContext): Promise<Plan> {
    const parts = this.#parts;
    const turn = this.#turn;
    if (this.#kept.started.includes(call.id) && !parts.repeats(turn, call)) {
      return { kind: 'done', result: parts.interrupted(call) };
    }
    const init = parts.callOf(turn, call, call.args);
    const judged = await parts.judge(turn.executor, init, context);
    if (judged.verdict === 'allow' || judged.verdict === 'invalid') return { kind: 'run', call, init };
    if (judged.verdict === 'deny') return { kind: 'done', result: said(call, 'denied', judged.reason) };
    if (parts.refusal(turn, call) !== undefined) return { kind: 'done', result: parts.refused(call) };
    return this.#spokenPlan(call, judged.request, context);
  }

  /** What the last word that people said about a call comes to, as the gate sees it now. */
  async #spokenPlan(call: ProposedToolCall, request: ApprovalRequest, context: DispatchContext): Promise<Plan> {
    const parts = this.#parts;
    for (const spoken of parts.spoken(this.#turn, request)) {
      const init = parts.callOf(this.#turn, call, parts.argsToRun(call, spoken));
      const judged = await parts.judge(this.#turn.executor, init, { ...context, approved: spoken.approved });
      if (judged.verdict === 'deny') return { kind: 'done', result: said(call, 'denied', judged.reason) };
      if (judged.verdict === 'allow') return { kind: 'run', call, init, spoken };
      // Asked about other arguments than the model's: those are what people have to see.
      if (judged.verdict === 'ask' && spoken.decision.request.callId === call.id) {
        return { kind: 'ask', call, request: judged.request };
      }
    }
    return { kind: 'ask', call, request };
  }

  async #execute(plan: Plan & { readonly kind: 'run' }, context: DispatchContext): Promise<CallerResult> {
    const { call, init, spoken } = plan;
    const parts = this.#parts;
    if (spoken !== undefined && !(await parts.spend(this.#turn, spoken))) {
      // Of a call that was tried before one cannot say that nothing ran.
      return keptOf(this.#turn).started.includes(call.id) ? parts.interrupted(call) : parts.usedUp(call);
    }
    const approved = spoken === undefined ? {} : { approved: spoken.approved };
    return parts.resultOf(await parts.dispatch(this.#turn.executor, init, { ...context, ...approved }));
  }
}

/** A correct turn loop, for mutants to be made of; `parts` replace its own. */
export const turnCaller = (parts: Partial<CallerParts> = {}): CallerSubject['run'] => {
  const all = { ...callerParts, ...parts };
  return (turn) => new Process(turn, all).run();
};
