import { type ExecutorMember, executorMembers } from '@pawl/core';
import { callFrom } from '../generate/call-from.js';
import { scopeFrom } from '../generate/sentinel.js';
import { byDefault } from '../law/by-default.js';
import type { Law } from '../law/law.js';
import { countClause, requireForwarded } from '../law/require-forwarded.js';
import { stationsUntouched } from '../law/stations-of.js';
import { Violation } from '../law/violation.js';
import type { Trial } from '../world/trial.js';
import type { Station, World } from '../world/world.js';
import { lawOf } from './law-of.js';
import { checkListening } from './listening.js';

const slugs: Readonly<Record<ExecutorMember, string>> = {
  specs: 'specs-forwarded',
  onSpecsChange: 'listeners-forwarded',
  owns: 'owns-forwarded',
  needsApproval: 'needs-approval-forwarded',
  cacheableApproval: 'cacheable-approval-forwarded',
  requiredCapabilities: 'capabilities-forwarded',
  ingestsUntrustedContent: 'taint-forwarded',
  preDispatch: 'decision-forwarded',
  sandboxWouldDeny: 'sandbox-forwarded',
  recoverUnadvertised: 'recovery-forwarded',
  execute: 'execute-forwarded',
  executeStream: 'stream-forwarded',
  postDispatch: 'outcome-forwarded',
  forWorker: 'worker-forwarded',
};

const onNames = async (trial: Trial, world: World, station: Station, member: ExecutorMember): Promise<void> => {
  // An answer that is right by chance makes a poor counterexample, so a wrong one is looked for first.
  let unasked: unknown;
  for (const name of trial.names) {
    try {
      const { value } = await requireForwarded(trial, station, member, [name]);
      if (member === 'owns' ? value === true : value !== byDefault(member, world.base.catalogue.find(name)))
        trial.tell();
    } catch (error) {
      if (!(error instanceof Violation) || error.detail.clause !== countClause) throw error;
      unasked ??= error;
    }
  }
  if (unasked !== undefined) throw unasked;
};

const onCalls = async (trial: Trial, world: World, station: Station, member: ExecutorMember): Promise<void> => {
  for (const seed of trial.scenario.calls) {
    const { call } = callFrom(trial.toolOf(seed), seed.salt);
    const outcome = world.base.answers.execute(call);
    const want = await requireForwarded(trial, station, member, member === 'postDispatch' ? [call, outcome] : [call]);
    const { value } = want;
    if (value === undefined || value === false || value === outcome || (Array.isArray(value) && value.length === 0))
      continue;
    trial.tell();
  }
};

const onWorkers = async (trial: Trial, station: Station): Promise<void> => {
  for (const depth of [1, 2]) {
    await requireForwarded(trial, station, 'forWorker', [scopeFrom(trial.scenario.salt, depth)]);
    trial.tell();
  }
};

const onSpecs = async (trial: Trial, world: World, station: Station): Promise<void> => {
  await requireForwarded(trial, station, 'specs', []);
  if (world.base.specs().length > 0) trial.tell();
  for (const step of trial.scenario.steps) {
    world.base.catalogue.change(step);
    await requireForwarded(trial, station, 'specs', []);
  }
};

const checkStation = (trial: Trial, world: World, station: Station, member: ExecutorMember): Promise<void> | void => {
  switch (member) {
    case 'specs':
      return onSpecs(trial, world, station);
    case 'onSpecsChange':
      return checkListening(trial, world.base, station.outer, station.name);
    case 'forWorker':
      return onWorkers(trial, station);
    case 'owns':
    case 'needsApproval':
    case 'cacheableApproval':
    case 'requiredCapabilities':
    case 'ingestsUntrustedContent':
      return onNames(trial, world, station, member);
    default:
      return onCalls(trial, world, station, member);
  }
};

/** FWD-01 to FWD-14: one law a member. */
export const forwardMembers: readonly Law[] = executorMembers.map((member, index) =>
  lawOf({
    id: `FWD-${String(index + 1).padStart(2, '0')}`,
    slug: slugs[member],
    subjects: ['wrapper', 'chain'],
    statement: `\`${member}\`, where a layer does not touch it, reaches the inner with the same arguments exactly once, and its answer comes back unchanged.`,
    intent:
      'A member that is forgotten is never an error: it is a fixed answer that looks like a real one, so the layers below it are silently overruled.',
    whereToLook: `the wrapper's own \`${member}\`, or the base class that answers in its place`,
    members: [member],
    needs: [{ kind: 'untouched', member }],
    check: async (trial) => {
      const { world, stations } = stationsUntouched(trial, member);
      for (const station of stations) await checkStation(trial, world, station, member);
    },
  }),
);
