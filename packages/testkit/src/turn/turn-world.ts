import {
  type ApprovalRequest,
  type CapabilitySet,
  capabilities,
  type JsonValue,
  NONE,
  type ToolCall,
  type ToolDecision,
  type ToolSpec,
  type ToolVerdict,
} from '@pawl/core';
import type { CallerDecision, CallerReport, ProposedToolCall } from '../subject/caller-turn.js';
import type { ChangeSeed, ProposalSeed, TurnSeed } from './turn-seed.js';
import { argsAt, decisionOn, traitsOf, turnSpec, turnTools } from './turn-tools.js';

/** A proposed call, and what it was made of. */
export interface TurnCall extends ProposedToolCall {
  readonly batch: number;
  readonly seed: ProposalSeed;
}

/** A tool took effect. */
export interface RanEvent {
  readonly kind: 'ran';
  /** The process, counted from 0. */
  readonly life: number;
  readonly call: ToolCall;
  /** Names this effect: it is in the tool's answer. */
  readonly token: string;
  /** What the gate says to these arguments at that time. */
  readonly verdict: ToolVerdict;
  readonly spec: ToolSpec;
  /** Whether this process asked the gate about the call before. */
  readonly gated: boolean;
}

/** What happened in a turn, in order. */
export type TurnEvent =
  | RanEvent
  /** A question about a call reached the executor. */
  | {
      readonly kind: 'heard';
      readonly life: number;
      readonly member: 'preDispatch' | 'postDispatch';
      readonly call: ToolCall;
    }
  /** An approval was asked for; `granted` says whether it could be spent. */
  | { readonly kind: 'spent'; readonly life: number; readonly callId: string; readonly granted: boolean };

/** A process of the caller, as it was seen from outside. */
export interface LifeRecord {
  /** What people had answered when it started. */
  readonly decisions: readonly CallerDecision[];
  /** What it started from, as text. */
  readonly saved: string;
  /** Absent where it died or failed. */
  readonly report?: CallerReport;
}

/** What befell a tool. */
export interface TurnChange {
  readonly kind: ChangeSeed;
  readonly tool: string;
  /** The first process that meets it. */
  readonly since: number;
}

const oddIds = ['__proto__', 'constructor', 'toString', 'valueOf'];

const callsOf = ({ batches, oddIds: odd, reusesId }: TurnSeed): readonly TurnCall[] => {
  let count = 0;
  const calls = batches.flatMap((batch, index) =>
    batch.map((seed): TurnCall => {
      const at = count++;
      const id = (odd ? oddIds[at] : undefined) ?? `call-${at + 1}`;
      return { id, tool: seed.tool, ...argsAt(seed.args), batch: index, seed };
    }),
  );
  const last = calls.at(-1);
  // In its own batch, if that has another one: there nothing has a result yet that could tell.
  const first = calls.find((call) => call.batch === last?.batch && call !== last) ?? calls[0];
  if (!reusesId || first === undefined || last === undefined) return calls;
  return [...calls.slice(0, -1), { ...last, id: first.id }];
};

/** What outlives every process of a turn: tools, people's answers, what was saved, and what happened. */
export class TurnWorld {
  readonly seed: TurnSeed;
  readonly calls: readonly TurnCall[];
  readonly events: TurnEvent[] = [];
  readonly lives: LifeRecord[] = [];
  readonly decisions: CallerDecision[] = [];
  saved: JsonValue | undefined;
  change: TurnChange | undefined;
  #specs: readonly ToolSpec[];
  /** Approvals for one use that nobody has used, by call. */
  readonly #credits = new Map<string, number>();

  constructor(seed: TurnSeed) {
    this.seed = seed;
    this.calls = callsOf(seed);
    this.#specs = turnTools.filter((tool) => traitsOf(tool)?.hidden !== true).map((tool) => turnSpec(tool, 1));
  }

  /** What is offered now. */
  get specs(): readonly ToolSpec[] {
    return this.#specs;
  }

  /** What the change added to a tool's requirements. */
  moreFor(tool: string): CapabilitySet {
    return this.change?.kind === 'require' && this.change.tool === tool ? capabilities('grant-access') : NONE;
  }

  /** What the gate says now. */
  decide(tool: string, args: JsonValue | undefined): ToolDecision {
    return decisionOn(tool, args, this.change?.kind === 'forbid' && this.change.tool === tool);
  }

  /** Changes a tool, for every process from `since` on. */
  alter(tool: string, kind: ChangeSeed, since: number): void {
    this.change = { kind, tool, since };
    if (kind !== 'redefine') return;
    this.#specs = this.#specs.map((spec) => (spec.name === tool ? turnSpec(tool, 2) : spec));
  }

  /** A person's answer comes in. */
  answer(decision: CallerDecision): void {
    this.decisions.push(decision);
    const { callId } = decision.request;
    if (decision.answer === 'approve') this.#credits.set(callId, (this.#credits.get(callId) ?? 0) + 1);
  }

  /** Uses one approval of a call; `false` where there is none left. A wider scope is never used up. */
  spend({ callId }: ApprovalRequest): boolean {
    const wide = this.decisions.some(
      ({ request, answer, scope }) => request.callId === callId && answer === 'approve' && scope !== 'once',
    );
    const left = this.#credits.get(callId) ?? 0;
    if (!wide && left === 0) return false;
    this.#credits.set(callId, Math.max(0, left - 1));
    return true;
  }

  /** A tool takes effect. */
  run(life: number, call: ToolCall): RanEvent {
    const event: RanEvent = {
      kind: 'ran',
      life,
      call,
      token: `effect-${this.events.length}`,
      verdict: this.decide(call.tool, call.args).verdict,
      spec: this.#specs.find(({ name }) => name === call.tool) ?? turnSpec(call.tool, 1),
      gated: this.events.some(
        (other) =>
          other.kind === 'heard' &&
          other.member === 'preDispatch' &&
          other.life === life &&
          other.call.id === call.id &&
          other.call.tool === call.tool,
      ),
    };
    this.events.push(event);
    return event;
  }
}
