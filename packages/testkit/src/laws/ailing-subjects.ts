import type { ToolExecutor, Touches } from '@pawl/core';
import { type Fault, withFault } from '../generate/faults.js';
import { obliging } from '../generate/obliging.js';
import type { Trial } from '../world/trial.js';

/** An executor under test over inners that can fail. */
export interface Patient {
  readonly name: string;
  readonly touches: Touches;
  readonly outer: ToolExecutor;
  readonly isComposite: boolean;
}

/** What the inners answer while they are well: in half the runs they let everything run, so that a refusal shows. */
const answersFor = (trial: Trial) => {
  const own = trial.scenario.salt % 2 === 0 ? {} : { answers: obliging };
  // Something to recover: nothing at all would look like a failure that was swallowed.
  return { ...own, recover: () => [{ name: 'recovered_tool', description: 'was hidden', inputSchema: {} }] };
};

/** The executors under test, innermost first, with a fault under them all. */
export const patientsOf = async (trial: Trial, fault: Fault): Promise<readonly Patient[]> => {
  const { subject } = trial;
  const options = { ...answersFor(trial), base: (base: ToolExecutor) => withFault(base, fault) };
  if (subject.kind === 'composite') {
    const { outer } = await trial.composite(options);
    return [{ name: subject.name, touches: subject.touches, outer, isComposite: true }];
  }
  const { stations } = trial.world({ ...options, around: 'none' });
  return stations.toReversed().map(({ name, touches, outer }) => ({ name, touches, outer, isComposite: false }));
};

/** The touch of a member, where it has one. */
export const touchIn = (touches: Touches, member: string): string | undefined =>
  new Map<string, string>(Object.entries(touches)).get(member);
