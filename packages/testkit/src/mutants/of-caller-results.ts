import { callerParts, said } from '../reference/caller-parts.js';
import { isRepeatable } from '../turn/turn-tools.js';
import { calling, reporting } from './calling.js';
import type { Mutant } from './mutant.js';

const ofResults: readonly Mutant[] = [
  calling('TRN-03', 'a caller that never keeps what it starts', {
    keepsStarts: 'never',
    usedUp: callerParts.interrupted,
  }),
  calling('TRN-03', 'a caller that keeps what it started when it has ended', {
    keepsStarts: 'after',
    usedUp: callerParts.interrupted,
  }),
  calling('TRN-03', 'a caller that runs every interrupted call again', { repeats: () => true }),
  calling('TRN-03', 'a caller that runs every tool again that needs no approval', {
    repeats: ({ executor }, { tool }) => !executor.needsApproval(tool),
  }),
  calling(
    'TRN-03',
    'a caller that says that an interrupted call failed',
    {
      interrupted: (call) => said(call, 'failed', 'the process died'),
    },
    { member: 'dispatch' },
  ),
  calling(
    'TRN-03',
    'a caller that says that an interrupted call did not run',
    {
      interrupted: (call) => said(call, 'denied', 'nothing ran'),
    },
    { member: 'dispatch' },
  ),
  calling('TRN-03', 'a caller that runs calls again that do no harm, though their results are saved', {
    isOpen: ({ results }, { id, tool }) => isRepeatable(tool) || !results.some(({ callId }) => callId === id),
  }),
  calling('TRN-03', 'a caller that runs every call of a batch, whatever its id', {
    distinct: (batch) => batch,
    ordered: (turn, results) =>
      callerParts.ordered(
        turn,
        results.filter(({ callId }, at) => results.findIndex((other) => other.callId === callId) === at),
      ),
  }),
  reporting('TRN-03', 'a caller that appends every result once more', (report) => ({
    ...report,
    results: [...report.results, ...report.results.slice(-1)],
  })),
];

const member = 'ingestsUntrustedContent';

const ofProvenance: readonly Mutant[] = [
  calling('TRN-05', 'a caller that never looks at what its results are', { taint: () => 'clean' }, { member }),
  calling(
    'TRN-05',
    'a caller that saves results without where they came from',
    {
      keep: (kept) => ({ ...kept, results: kept.results.map((result) => ({ ...result, untrusted: false })) }),
    },
    { member },
  ),
  calling(
    'TRN-05',
    'a caller whose taint is that of the last result',
    {
      taint: (results) => (results.at(-1)?.untrusted === true ? 'tainted' : 'clean'),
    },
    { member },
  ),
  calling(
    'TRN-05',
    'a caller that marks no result',
    {
      resultOf: (outcome) => ({ ...callerParts.resultOf(outcome), untrusted: false }),
    },
    { member },
  ),
];

/** Callers that are wrong about what they keep of results. */
export const ofCallerResults: readonly Mutant[] = [...ofResults, ...ofProvenance];
