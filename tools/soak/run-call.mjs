// One call of the plan: started, disturbed, waited for, compared with what the tool must answer, and noted.

import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { answerTo, plantedSecret } from './answers.mjs';
import { disturb } from './disturb.mjs';
import { kindOf } from './plan.mjs';

const patienceMs = 30_000;

/** The output of the tool in a result of MCP. */
export const outputOf = (result) => {
  try {
    return JSON.parse(result.content[0].text);
  } catch {
    return undefined;
  }
};

const verdictOn = ({ args, kind }, said) => {
  if (JSON.stringify([said.result, said.message])?.includes(plantedSecret)) return 'leaked a secret';
  if (said.status !== 'executed') return undefined;
  if (kind === 'extra') return said.result.content[0].text === 'extra' ? undefined : 'wrong answer';
  const { secret, ...answer } = outputOf(said.result) ?? {};
  if (!isDeepStrictEqual(answer, answerTo(args))) return 'wrong answer';
  return (secret === undefined) === (args.act !== 'secret') ? undefined : 'wrong answer';
};

const settledOf = async (lane, plan, controller) => {
  const { tool } = kindOf(plan.kind);
  const { key, args, deadlineMs, cancelMs } = plan;
  const patience = new AbortController();
  const late = wait(patienceMs, { status: 'unsettled' }, { signal: patience.signal });
  late.catch(() => {});
  const cancelling = cancelMs === undefined ? undefined : setTimeout(() => controller.abort(), cancelMs);
  lane.waits.add(controller);
  try {
    const call = lane.call({ tool, args, key, deadlineMs, signal: controller.signal });
    return await Promise.race([call, late]);
  } catch (error) {
    return { status: 'thrown', message: String(error) };
  } finally {
    lane.waits.delete(controller);
    patience.abort();
    clearTimeout(cancelling);
  }
};

const faultDuring = async (lane, { kind, afterMs }, world) => {
  const { during } = kindOf(kind);
  if (during === undefined) return;
  await wait(afterMs);
  await disturb(during, lane, world);
};

/** Runs a planned call in its lane and gives its record. */
export const runCall = async (lane, plan, world) => {
  await lane.ready;
  const from = performance.now();
  const { disturbances } = world;
  const over = kindOf(plan.kind).disturbs === 'server' ? disturbances.begin(lane.scope) : () => {};
  const fault = faultDuring(lane, plan, world);
  const said = await settledOf(lane, plan, new AbortController());
  const disturbed = disturbances.since(from, [lane, lane.scope]);
  const quietMs = disturbances.quietBefore(from, [lane, lane.scope]);
  const ms = performance.now() - from;
  over();
  await fault;
  const { status, code, outcome } = said;
  const wrong = verdictOn(plan, said);
  const message = said.message?.slice(0, 200);
  const { key, kind } = plan;
  const told = { status, code, outcome, message, cause: said.cause, wrong };
  return { key, lane: plan.lane, kind, ...told, disturbed, quietMs, ms };
};
