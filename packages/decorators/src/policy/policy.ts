import {
  allow,
  deny,
  type Layer,
  layer,
  requireApproval,
  specsByName,
  strictest,
  strictSpecs,
  type ToolCall,
  type ToolDecision,
  type ToolExecutor,
  ToolFailure,
  tighten,
  withArgs,
} from '@pawl/core';
import { listNames } from '../names/list-names.js';
import { isWildcard } from '../names/name-pattern.js';
import { LayerOptionError } from '../options/layer-option-error.js';
import { whenUnmatched } from '../options/when-unmatched.js';
import { type CompiledPolicyRule, compilePolicy } from './compile-policy.js';
import type { PolicyOptions } from './options.js';

type Judge = (call: ToolCall) => ToolDecision;

const because = (reason: string | undefined): string => (reason === undefined ? '' : `: ${reason}`);

const judgeBy =
  ({ rules, otherwise }: ReturnType<typeof compilePolicy>, inner: ToolExecutor): Judge =>
  (call) => {
    const decided = (verdict: typeof otherwise, by: string): ToolDecision => {
      if (verdict === 'allow') return allow();
      return verdict === 'ask'
        ? requireApproval(`${call.tool} needs approval by ${by}`)
        : deny(`${call.tool} is refused by ${by}`);
    };
    const judged = { call, spec: specsByName(strictSpecs(inner)).get(call.tool) };
    for (const { id, appliesTo, holds, verdict, reason } of rules) {
      if (!appliesTo(call.tool)) continue;
      const met = holds(judged);
      // What cannot be judged must not fall through to a looser rule.
      if (typeof met === 'string') return deny(`${call.tool} is refused: rule ${id} cannot be judged, because ${met}`);
      if (met) return decided(verdict, `rule ${id}${because(reason)}`);
    }
    return decided(otherwise, 'the policy, which has no rule about this call');
  };

const checkTools = (rules: readonly CompiledPolicyRule[], inner: ToolExecutor): void => {
  const names = inner.specs().map(({ name }) => name);
  for (const { tool, option, appliesTo } of rules) {
    if (tool === undefined || names.some(appliesTo) || (!isWildcard(tool) && inner.owns(tool))) continue;
    throw new LayerOptionError(
      `policy: \`${option}\` ${JSON.stringify(tool)} matches no tool: ${listNames(tool, names)}; if it will match later, say \`whenUnmatched: 'ignore'\``,
      { code: 'unmatched', option },
    );
  }
};

/**
 * Decides about calls by rules that are data. The first rule that holds decides; the first one that cannot be judged,
 * because an argument is left out or of another type, refuses. `allow` is no objection: the inner still decides.
 * Arguments that an inner layer rewrites are judged again, and what is denied is refused on every path.
 *
 * @throws {LayerOptionError} for a rule that makes no sense; and, when the layer is applied, for a `tool` that matches
 * nothing.
 * @example
 * ```ts
 * const ruled = policy({
 *   rules: [
 *     { when: { tool: 'pay', args: [{ at: '/amount', max: 50 }] }, verdict: 'allow' },
 *     { when: { tool: 'pay' }, verdict: 'ask', reason: 'it is more than 50' },
 *     { when: { readOnly: true }, verdict: 'allow' },
 *   ],
 *   otherwise: 'deny',
 * });
 * ```
 */
export const policy = (options: PolicyOptions): Layer => {
  const compiled = compilePolicy(options);
  const unmatched = whenUnmatched('policy', options.whenUnmatched);
  return layer('policy', { preDispatch: 'tightens', execute: 'refuses', executeStream: 'refuses' }, (inner, scope) => {
    if (scope === undefined && unmatched === 'error') checkTools(compiled.rules, inner);
    const judge = judgeBy(compiled, inner);
    const refusal = (call: ToolCall): ToolFailure | undefined => {
      const { verdict, reason = `${call.tool} is refused` } = judge(call);
      // Whether a person was asked cannot be seen here; a deny needs no person.
      return verdict === 'deny' ? new ToolFailure(reason, { code: 'refused', outcome: 'not-started' }) : undefined;
    };
    return {
      preDispatch: async (call) => {
        const decision = await tighten(call, judge(call), inner);
        return decision.args === undefined ? decision : strictest(judge(withArgs(call, decision.args)), decision);
      },
      execute: (call) => {
        const refused = refusal(call);
        return refused === undefined ? inner.execute(call) : Promise.reject(refused);
      },
      executeStream: (call) => {
        const refused = refusal(call);
        return refused === undefined ? inner.executeStream(call) : Promise.reject(refused);
      },
    };
  });
};
