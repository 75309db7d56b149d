import { mayRunAgain } from '../log/may-run-again.js';
import type { EarlierStart } from '../log/recorder.js';
import type { ProposedCall } from '../message/message.js';
import { isReservedTool } from '../message/reserved-tools.js';
import type { Turn } from '../turn/turn.js';
import { gateBatch } from './gate-batch.js';
import type { Batch, Plan } from './plan.js';
import { planCall } from './plan-call.js';
import { interrupted, toolMessage } from './tool-message.js';

const duplicate = (call: ProposedCall): Plan => {
  const output = `the id ${JSON.stringify(call.duplicateOf)} was used by an earlier call; nothing ran: call again with a new id`;
  const said = { status: 'failed', output, code: 'duplicate-call-id', outcome: 'not-started' } as const;
  return { kind: 'done', call, message: toolMessage(call, said) };
};

/** What is to become of a call that no gate has to judge. */
const ungated = (turn: Turn, call: ProposedCall, earlier: EarlierStart | undefined): Plan | undefined => {
  if (call.duplicateOf !== undefined) return duplicate(call);
  const waits = turn.workers.has(call.id);
  if (earlier !== undefined && !waits) {
    const harmless = !isReservedTool(call.tool) && mayRunAgain(turn.catalogue.find(call.tool)?.annotations);
    if (!harmless) return { kind: 'done', call, message: interrupted(call) };
  }
  return turn.catalogue.handles(call.tool) || waits ? { kind: 'delegate', call } : undefined;
};

const earlierStarts = async (turn: Turn, { calls, resumed }: Batch): Promise<ReadonlyMap<string, EarlierStart>> => {
  if (!resumed) {
    turn.recorder.proposed(calls);
    return new Map();
  }
  turn.recorder.proposed(await turn.recorder.unrecorded(calls));
  return turn.recorder.startedBefore(calls);
};

/** What is to become of each call of a batch, in call order. Runs nothing and uses no approval. */
export const planBatch = async (turn: Turn, batch: Batch): Promise<readonly Plan[]> => {
  const starts = await earlierStarts(turn, batch);
  const plans = new Map<string, Plan>();
  const toGate: { readonly call: ProposedCall; readonly attempt: number }[] = [];
  for (const call of batch.calls) {
    const earlier = starts.get(call.id);
    const plan = ungated(turn, call, earlier);
    if (plan === undefined) toGate.push({ call, attempt: (earlier?.attempt ?? 0) + 1 });
    else plans.set(call.id, plan);
  }
  const context = turn.context();
  const gated = await gateBatch(turn, toGate, context);
  // The hatch may have added tools.
  const now = { ...context, advertised: turn.catalogue.tools() };
  const judged = await Promise.all(
    gated.map((one) => planCall({ ...one, turn, context: now, resumed: batch.resumed })),
  );
  for (const plan of judged) {
    // Of a call that was started before one cannot say that nothing ran.
    const lost = plan.kind !== 'run' && starts.has(plan.call.id);
    plans.set(plan.call.id, lost ? { kind: 'done', call: plan.call, message: interrupted(plan.call) } : plan);
  }
  return batch.calls.flatMap(({ id }) => plans.get(id) ?? []);
};
