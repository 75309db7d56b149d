import {
  ALL,
  allow,
  deny,
  derivedSpecs,
  type Layer,
  layer,
  modify,
  strictAnswer,
  type ToolCall,
  type ToolDecision,
  type ToolExecutor,
  ToolFailure,
  tighten,
  unknownTool,
} from '@pawl/core';
import { checkAgainst } from './check-against.js';
import type { CompiledRule } from './compile-rule.js';
import { pinned, violation } from './judge-arguments.js';
import type { NarrowingOptions } from './options.js';
import { narrowingPolicy, type Policy } from './policy.js';

const sentenceOf = (call: ToolCall, problem: string): string => `${call.tool} is refused: ${problem}`;

const decide = (policy: Policy, call: ToolCall, inner: ToolExecutor): Promise<ToolDecision> => {
  const rules = policy.rulesFor(call.tool);
  return rules.length === 0 ? inner.preDispatch(call) : decideBy(rules, call, inner);
};

const decideBy = async (rules: readonly CompiledRule[], call: ToolCall, inner: ToolExecutor): Promise<ToolDecision> => {
  const args = pinned(rules, call.args);
  const before = violation(rules, args);
  if (before !== undefined) return deny(sentenceOf(call, before));
  const own = args === undefined || args === call.args ? allow() : modify(args);
  const decision = await tighten(call, own, inner);
  // The inner may have rewritten what was just pinned.
  const after = decision.args === undefined ? undefined : violation(rules, decision.args);
  return after === undefined ? decision : deny(sentenceOf(call, after));
};

/** What a call that came past `preDispatch` must still meet: nothing is filled in any more, it has to be there. */
const refusal = (policy: Policy, offers: (tool: string) => boolean, call: ToolCall): ToolFailure | undefined => {
  if (!offers(call.tool)) return unknownTool(call.tool);
  const problem = violation(policy.rulesFor(call.tool), call.args);
  if (problem === undefined) return undefined;
  return new ToolFailure(sentenceOf(call, problem), { code: 'refused', outcome: 'not-started' });
};

/**
 * Withholds tools, and restricts the arguments of the others, as a matter of policy. A withheld tool answers on every
 * member as a name that nobody owns: not advertised, never recovered, refused by every path.
 *
 * A worker's executor is narrowed alike; its catalogue may be a smaller one, so patterns are not checked against it.
 *
 * @throws {LayerOptionError} for an option that makes no sense; and, when the layer is applied, for a pattern that
 * matches no tool and for patterns that leave none.
 * @example
 * ```ts
 * const narrowed = narrowing({
 *   allow: ['read_*', 'write_file'],
 *   args: [{ tool: 'write_file', at: '/path', within: '/srv/notes' }],
 * });
 * ```
 */
export const narrowing = (options: NarrowingOptions): Layer => {
  const policy = narrowingPolicy(options);
  return layer(
    'narrowing',
    {
      specs: 'narrows',
      owns: 'narrows',
      needsApproval: 'tightens',
      cacheableApproval: 'tightens',
      requiredCapabilities: 'tightens',
      ingestsUntrustedContent: 'tightens',
      preDispatch: 'rewrites',
      sandboxWouldDeny: 'tightens',
      recoverUnadvertised: 'narrows',
      execute: 'refuses',
      executeStream: 'refuses',
    },
    (inner, scope) => {
      if (scope === undefined && policy.whenUnmatched === 'error') checkAgainst(policy, inner);
      // A withheld name and one that does not exist answer alike, so that nobody can tell them apart.
      const offers = (tool: string): boolean => policy.permits(tool) && strictAnswer(inner, 'owns', tool);
      return {
        specs: derivedSpecs(inner.specs, (specs) => specs.filter(({ name }) => policy.permits(name))),
        owns: offers,
        needsApproval: (tool) => !offers(tool) || inner.needsApproval(tool),
        cacheableApproval: (tool) => offers(tool) && inner.cacheableApproval(tool),
        requiredCapabilities: (tool) => (offers(tool) ? inner.requiredCapabilities(tool) : ALL),
        ingestsUntrustedContent: (tool) => !offers(tool) || inner.ingestsUntrustedContent(tool),
        preDispatch: (call) =>
          offers(call.tool) ? decide(policy, call, inner) : Promise.resolve(deny(unknownTool(call.tool).message)),
        sandboxWouldDeny: (call) => (offers(call.tool) ? inner.sandboxWouldDeny(call) : Promise.resolve(true)),
        recoverUnadvertised: async (call) =>
          (await inner.recoverUnadvertised(call)).filter(({ name }) => policy.permits(name)),
        execute: (call) => {
          const refused = refusal(policy, offers, call);
          return refused === undefined ? inner.execute(call) : Promise.reject(refused);
        },
        executeStream: (call) => {
          const refused = refusal(policy, offers, call);
          return refused === undefined ? inner.executeStream(call) : Promise.reject(refused);
        },
      };
    },
  );
};
