import { capabilityNames } from '../capability/capability-set.js';
import type { ToolCall, ToolCallInit } from '../contract/tool-call.js';
import type { ToolExecutor } from '../contract/tool-executor.js';
import { originOf } from '../decision/origin.js';
import { type DispatchContext, settingsOf } from '../dispatch/context.js';
import { gate } from '../dispatch/gate.js';
import { type NameQuestion, strictAnswer, strictSpecs } from '../dispatch/strict-answer.js';
import { decidedBy, levelsOf } from '../dispatch/trace.js';
import { within } from '../dispatch/within.js';
import { specsByName } from '../executor/specs-by-name.js';
import { snapshotCall } from '../executor/tool-call.js';
import type { JsonValue } from '../json/json-value.js';

/** One question, what every level answers, and where the answer comes from. */
export interface ExplainedMember {
  readonly member: 'specs' | NameQuestion | 'preDispatch' | 'sandboxWouldDeny';
  /** The outermost answer: the one that counts. `specs` says whether the tool is advertised. */
  readonly answer: JsonValue;
  /** The layer whose inner answers something else, or `base`. */
  readonly layer: string;
  /** Every level's answer, outermost first. A level that fails answers `"fault"`. */
  readonly levels: readonly { readonly layer: string; readonly answer: JsonValue }[];
}

/** Why a call would be allowed, asked about or refused. JSON. */
export interface Explanation {
  readonly tool: string;
  readonly verdict: 'allow' | 'ask' | 'deny' | 'invalid';
  readonly reason?: string;
  /** The layer behind the verdict, where one is. */
  readonly layer?: string;
  readonly members: readonly ExplainedMember[];
}

const questions: readonly NameQuestion[] = [
  'owns',
  'needsApproval',
  'cacheableApproval',
  'requiredCapabilities',
  'ingestsUntrustedContent',
];

const nameAnswer = (executor: ToolExecutor, member: NameQuestion, tool: string): JsonValue => {
  const answer = strictAnswer(executor, member, tool);
  return typeof answer === 'number' ? capabilityNames(answer) : answer;
};

const explained = (
  member: ExplainedMember['member'],
  levels: ExplainedMember['levels'],
  layer?: string,
): ExplainedMember => ({
  member,
  answer: levels[0]?.answer ?? null,
  layer: layer ?? decidedBy(levels.map((level) => ({ layer: level.layer, answer: JSON.stringify(level.answer) }))),
  levels,
});

/**
 * Asks every level of a layered executor about one call, and says which layer is behind each answer. Runs nothing.
 * Every level judges the call's own arguments, also where a layer further out rewrites them.
 *
 * @throws {ToolFailure} for a call whose arguments are not I-JSON.
 * @example
 * ```ts
 * const { verdict, layer } = await explain(tools, { id: '1', tool: 'write_file' });
 * ```
 */
export const explain = async (
  executor: ToolExecutor,
  init: ToolCall | ToolCallInit,
  context: DispatchContext = {},
): Promise<Explanation> => {
  const call = snapshotCall(init);
  const levels = levelsOf(executor);
  const { clock, memberTimeoutMs } = settingsOf(context);
  const asked = async (ask: (level: ToolExecutor) => Promise<unknown>): Promise<ExplainedMember['levels']> =>
    Promise.all(
      levels.map(async ({ layer, executor: level }) => {
        const answer = await within(() => ask(level), clock, memberTimeoutMs).catch(() => 'fault');
        return { layer, answer: answer as JsonValue }; // verdicts and booleans
      }),
    );
  const outermost = originOf(
    await within(() => executor.preDispatch(call), clock, memberTimeoutMs).catch((error: unknown) => error),
  );
  const judged = await gate(executor, call, context);
  const behind = judged.trace.find(({ answer }) => answer !== 'allow');
  return {
    tool: call.tool,
    verdict: judged.verdict,
    ...(behind?.reason === undefined ? {} : { reason: behind.reason }),
    ...(behind?.layer === undefined || judged.verdict === 'allow' ? {} : { layer: behind.layer }),
    members: [
      explained(
        'specs',
        levels.map((level) => ({
          layer: level.layer,
          answer: specsByName(strictSpecs(level.executor)).has(call.tool),
        })),
      ),
      ...questions.map((member) =>
        explained(
          member,
          levels.map((level) => ({ layer: level.layer, answer: nameAnswer(level.executor, member, call.tool) })),
        ),
      ),
      explained('preDispatch', await asked(async (level) => (await level.preDispatch(call)).verdict), outermost),
      explained('sandboxWouldDeny', await asked((level) => level.sandboxWouldDeny(call))),
    ],
  };
};
