import {
  type ApprovalRequest,
  type CapabilitySet,
  canonicalJson,
  capabilities,
  isSubset,
  type JsonValue,
  layer,
  specsByName,
  type ToolCall,
  type ToolExecutor,
  type ToolSpec,
} from '@pawl/core';
import { rememberingLayer } from '../reference/approval-memory.js';
import type { ApprovalScope, Subject } from '../subject/subject.js';
import { type LayerInstance, wrapperSubject } from '../subject/wrapper-subject.js';
import { handWrapped } from './handmade.js';

/** What is in a question, part by part. */
const partsOf = (call: Pick<ToolCall, 'caller' | 'session' | 'tool'>, spec: ToolSpec | undefined): string =>
  canonicalJson([
    call.caller === undefined ? null : { is: call.caller },
    call.session === undefined ? null : { is: call.session },
    call.tool,
    spec === undefined ? null : (JSON.parse(JSON.stringify(spec)) as JsonValue), // a definition is JSON
  ]);

const nothing = Symbol('no arguments');

/** Each level of this memory is a map of its own, so that no separator can be forged. */
class NestedMemory {
  readonly #byQuestion = new Map<string, Map<string | symbol, CapabilitySet>>();

  remember({ args, spec, required, ...call }: ApprovalRequest, scope: ApprovalScope): void {
    if (scope !== 'call') return;
    const question = partsOf(call, spec);
    const answers = this.#byQuestion.get(question) ?? new Map<string | symbol, CapabilitySet>();
    answers.set(args === undefined ? nothing : canonicalJson(args), capabilities(...required));
    this.#byQuestion.set(question, answers);
  }

  recall(call: ToolCall, args: JsonValue | undefined, spec: ToolSpec | undefined): CapabilitySet | undefined {
    return this.#byQuestion.get(partsOf(call, spec))?.get(args === undefined ? nothing : canonicalJson(args));
  }
}

/** A memory as a list that is searched by comparison: it has no key that two questions could share. */
const listed = (): LayerInstance => {
  const known: ApprovalRequest[] = [];
  const text = (value: unknown): string => (value === undefined ? 'absent' : canonicalJson(value));
  return {
    remember: (request, scope) => void (scope === 'once' || known.push(request)),
    layer: layer('listed-memory', { preDispatch: 'remembers' }, (inner, scope) => ({
      preDispatch: async (call) => {
        const decision = await inner.preDispatch(call);
        if (scope !== undefined || decision.verdict !== 'ask' || !inner.cacheableApproval(call.tool)) return decision;
        const spec = specsByName(inner.specs()).get(call.tool);
        const isKnown = known.some(
          (earlier) =>
            earlier.tool === call.tool &&
            earlier.caller === call.caller &&
            earlier.session === call.session &&
            text(earlier.args) === text(decision.args ?? call.args) &&
            text(JSON.parse(JSON.stringify(earlier.spec))) === text(JSON.parse(JSON.stringify(spec ?? null))) &&
            isSubset(inner.requiredCapabilities(call.tool), capabilities(...earlier.required)),
        );
        if (!isKnown) return decision;
        const { reason: _reason, ...rest } = decision;
        return { ...rest, verdict: 'allow', notes: [...(decision.notes ?? []), 'approved before'] };
      },
    })),
  };
};

/** Right ones, in other styles. */
export const differenceTwins: readonly Subject[] = [
  wrapperSubject({
    name: 'a memory of nested maps',
    touches: { preDispatch: 'remembers' },
    remembers: true,
    wrap: (inner) => {
      const memory = new NestedMemory();
      const executor = handWrapped(inner, (below: ToolExecutor, scope) => {
        const own = scope === undefined ? memory : new NestedMemory();
        return {
          preDispatch: async (call) => {
            const decision = await below.preDispatch(call);
            if (decision.verdict !== 'ask' || !below.cacheableApproval(call.tool)) return decision;
            const spec = specsByName(below.specs()).get(call.tool);
            const remembered = own.recall(call, decision.args ?? call.args, spec);
            if (remembered === undefined || !isSubset(below.requiredCapabilities(call.tool), remembered))
              return decision;
            const { reason: _reason, ...rest } = decision;
            return { ...rest, verdict: 'allow' };
          },
        };
      });
      return { executor, remember: (request, scope) => memory.remember(request, scope) };
    },
  }),
  wrapperSubject({ name: 'a memory that is searched as a list', create: listed }),
  wrapperSubject({
    name: 'a memory that keeps nothing for a session',
    create: () => rememberingLayer({ scopeOf: (scope) => (scope === 'session' ? 'call' : scope) }),
  }),
];
