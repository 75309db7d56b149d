import type { ShareInCeiling, ToolExecutor, WorkerRoot } from '@pawl/core';
import { timedAnswer } from '../turn/timed-answer.js';
import type { Turn } from '../turn/turn.js';
import { messageOf } from '../turn/turn-fault.js';

/** Where a worker works, or why it cannot. */
export type Rooted =
  | { readonly ok: true; readonly executor: ToolExecutor; readonly seeded: readonly string[] }
  | { readonly ok: false; readonly reason: string };

const closed: ShareInCeiling = { allow: [], maxFiles: 0, maxBytes: 0 };

const rootOf = (shared: ToolExecutor, root: WorkerRoot | undefined): Rooted => {
  if (root?.kind === 'no-workspace') return { ok: true, executor: shared, seeded: [] };
  if (root?.kind === 'rooted') return { ok: true, executor: root.executor, seeded: root.seeded };
  if (root?.kind === 'refused') return { ok: false, reason: messageOf(root.error) };
  return { ok: false, reason: 'the executor did not say where the worker is to work' };
};

/** Asks the executor for the worker's own; only one that says that it has no workspace is shared. */
export const workerRoot = async (
  turn: Turn,
  workerId: string,
  { shareIn, ceiling = closed }: { readonly shareIn: readonly string[]; readonly ceiling?: ShareInCeiling | undefined },
): Promise<Rooted> => {
  const ms = turn.options.memberTimeoutMs ?? 30_000;
  try {
    const scope = { workerId, shareIn, ceiling };
    const root: WorkerRoot = await timedAnswer(async () => turn.executor.forWorker(scope), { clock: turn.clock, ms });
    return rootOf(turn.executor, root);
  } catch (error) {
    return { ok: false, reason: `the executor could not make room for a worker: ${messageOf(error)}` };
  }
};
