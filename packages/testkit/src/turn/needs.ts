import { canonicalJson, capabilities, isSubset, type JsonValue } from '@pawl/core';
import type { CallerDecision } from '../subject/caller-turn.js';
import type { Play } from './play.js';
import { argsKey, argsToRun, decisionOn, deniedArgs, requiredBy, traitsOf, turnSpec } from './turn-tools.js';
import type { RanEvent, TurnCall, TurnChange } from './turn-world.js';

/** What a call needs in one process, by the kit's own reckoning; `unsure` where the order of things decides. */
export type NeedOfCall = 'hidden' | 'deny' | 'ask' | 'allow' | 'unsure';

/** The tools' effects, in order. */
export const effectsOf = ({ world }: Play): readonly RanEvent[] =>
  world.events.filter((event): event is RanEvent => event.kind === 'ran');

/** The effects of one call. */
export const effectsOfCall = (play: Play, call: TurnCall): readonly RanEvent[] =>
  effectsOf(play).filter((event) => event.call.id === call.id);

/** The change of a call's tool, where it had befallen it by then. */
const changeOf = ({ world }: Play, call: TurnCall, life: number): TurnChange['kind'] => {
  const { change } = world;
  return change === undefined || change.tool !== call.tool || life < change.since ? 'none' : change.kind;
};

/** Whether untrusted content is in the context of a call: for certain, certainly not, or one cannot say. */
export const taintOf = (play: Play, call: TurnCall, life: number): 'tainted' | 'clean' | 'unsure' => {
  const sources = play.world.calls.filter((other) => other.id !== call.id && traitsOf(other.tool)?.taints === true);
  const ran = sources.flatMap((source) => effectsOfCall(play, source).map((event) => ({ source, event })));
  if (!ran.some(({ event }) => event.life <= life)) return 'clean';
  const certain = sources.some((source) => {
    const status = play.results.find(({ callId }) => callId === source.id)?.status;
    if (status !== 'executed' && status !== 'failed') return false;
    const last = ran.findLast((item) => item.source === source)?.event.life ?? Number.POSITIVE_INFINITY;
    return source.batch < call.batch ? last <= life : last < life;
  });
  return certain ? 'tainted' : 'unsure';
};

/** What the gate has to say of a call's own arguments, or of those that a person put in their place. */
export const needOf = (play: Play, call: TurnCall, life: number): NeedOfCall => {
  const found = traitsOf(call.tool);
  if (found === undefined || found.hidden === true) return 'hidden';
  const change = changeOf(play, call, life);
  const { verdict } = decisionOn(call.tool, call.args, change === 'forbid');
  if (verdict !== 'allow') return verdict;
  if (change === 'require') return 'ask';
  if (found.egress !== true) return 'allow';
  const taint = taintOf(play, call, life);
  return taint === 'unsure' ? 'unsure' : taint === 'tainted' ? 'ask' : 'allow';
};

/** A definition's text. */
export const specKey = (spec: unknown): string => canonicalJson(JSON.parse(JSON.stringify(spec)));

/** The definition that a process met. */
export const specIn = (play: Play, call: TurnCall, life: number): string =>
  specKey(turnSpec(call.tool, changeOf(play, call, life) === 'redefine' ? 2 : 1));

/** What a person approved to run. */
export const approvedArgs = ({ request, args }: CallerDecision): JsonValue | undefined => args ?? request.args;

/** Whether a decision is about the call as it is now: its definition, what it requires, what is not granted. */
const isCurrent = (
  play: Play,
  call: TurnCall,
  at: { readonly life: number; readonly decision: CallerDecision },
): boolean => {
  const { life, decision } = at;
  const { request } = decision;
  const raised = capabilities(...(changeOf(play, call, life) === 'require' ? (['grant-access'] as const) : []));
  const needed = requiredBy(call.tool, raised);
  const revoked = traitsOf(call.tool)?.egress === true && taintOf(play, call, life) === 'tainted';
  return (
    specKey(request.spec) === specIn(play, call, life) &&
    isSubset(needed, capabilities(...request.required)) &&
    isSubset(raised, capabilities(...request.missing)) &&
    (!revoked || request.missing.includes('arbitrary-egress'))
  );
};

/** The decisions about this very call that a process knew. */
export const decisionsFor = (play: Play, call: TurnCall, life: number): readonly CallerDecision[] =>
  (play.world.lives[life]?.decisions ?? []).filter(({ request }) => request.callId === call.id);

/** The approvals of this very call that count as it is now. */
export const approvalsFor = (play: Play, call: TurnCall, life: number): readonly CallerDecision[] =>
  decisionsFor(play, call, life).filter(
    (decision) => decision.answer === 'approve' && isCurrent(play, call, { life, decision }),
  );

/** Whether a person refused this very call. */
export const isRefused = (play: Play, call: TurnCall, life: number): boolean =>
  decisionsFor(play, call, life).some(({ answer }) => answer === 'refuse');

/** Whether an answer with a wider scope may speak for the call too. */
export const mayBeRemembered = (play: Play, call: TurnCall, life: number): boolean =>
  (play.world.lives[life]?.decisions ?? []).some((decision) => {
    const { request, answer, scope } = decision;
    if (request.tool !== call.tool) return false;
    const same = argsKey(approvedArgs(decision)) === argsKey(argsToRun(call.tool, call.args));
    // A no may be remembered whatever the tool.
    if (answer === 'refuse') return same;
    if (scope === 'once' || !isCurrent(play, call, { life, decision })) return false;
    if (request.callId === call.id) return true;
    return traitsOf(call.tool)?.cacheable === true && (scope === 'session' || same);
  });

/**
 * Whether a call may have come to its end in an earlier process, so that it needs nothing any more: it took effect, its
 * result was reported, or a crash came after it was started or its approval was used.
 */
const mayBeSettled = (play: Play, call: TurnCall, life: number): boolean => {
  if (effectsOfCall(play, call).some((event) => event.life < life)) return true;
  const before = play.world.lives.slice(0, life);
  if (before.some(({ report }) => report?.results.some(({ callId }) => callId === call.id))) return true;
  if (before.every(({ report }) => report !== undefined)) return false;
  const status = play.results.find(({ callId }) => callId === call.id)?.status;
  return status === 'unknown' || status === 'denied' || status === 'refused';
};

/** Whether nobody has said anything that could speak for a call that must ask. */
export const isUndecided = (play: Play, call: TurnCall, life: number): boolean =>
  needOf(play, call, life) === 'ask' &&
  approvalsFor(play, call, life).length === 0 &&
  !isRefused(play, call, life) &&
  !mayBeRemembered(play, call, life) &&
  // What a person edited to something that the gate denies is denied, whatever became of the tool.
  !decisionsFor(play, call, life).some(({ args }) => args !== undefined && argsKey(args) === argsKey(deniedArgs)) &&
  !mayBeSettled(play, call, life);

/** A call on one line, for a message. */
export const showCall = ({ id, tool, args }: TurnCall): string =>
  `${tool}(${args === undefined ? '' : JSON.stringify(args)}) with the id ${JSON.stringify(id)}`;

/** A process, and why there is one. */
export const showLife = (play: Play, life: number): string => {
  const before = play.world.lives[life - 1];
  if (life === 0 || before === undefined) return 'in the first run';
  return before.report === undefined
    ? `in run ${life + 1}, after a crash`
    : `in run ${life + 1}, after people answered`;
};
