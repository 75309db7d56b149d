import { contractVersion } from '@pawl/core';
import { type ConformanceReport, type LawResult, type Verdict, verdicts } from '../report-types/index.js';
import { replayResult } from '../run/index.js';
import { readToken } from '../run/replay-token.js';
import type { Subject } from '../subject/subject.js';
import { chosenSubjects } from './chosen-subjects.js';
import { exitCodeOf } from './exit-code-of.js';
import type { ExitCode } from './exit-codes.js';
import { lawNamed } from './law-named.js';
import { loadSubjects } from './load-subjects.js';
import type { CommandLine } from './parse-command-line.js';
import type { Terminal } from './terminal.js';
import { UsageError } from './usage-error.js';
import { reportRequest, writeReport } from './write-report.js';

const reportOf = (subject: Subject, result: LawResult, seed: number): ConformanceReport => ({
  kit: '@pawl/testkit',
  reportVersion: 1,
  contractVersion,
  subject: {
    name: subject.name,
    kind: subject.kind,
    touches: 'touches' in subject ? { ...subject.touches } : {},
    layers: subject.kind === 'chain' ? subject.layers.map(({ name }) => name) : [],
  },
  options: { seed, profile: 'custom', runs: 1, cost: subject.cost ?? 'fast', level: 'should', laws: [result.lawId] },
  results: [result],
  // One entry for each verdict, as the type asks.
  counts: Object.fromEntries(verdicts.map((verdict) => [verdict, verdict === result.verdict ? 1 : 0])) as Record<
    Verdict,
    number
  >,
  expectedFailures: 0,
  staleFailures: 0,
  conformant: result.verdict === 'pass',
  notes: ['a replay: one run of one law'],
});

/** `pawl-testkit replay <token> <file>`. */
export const replayCommand = async (line: CommandLine, terminal: Terminal): Promise<ExitCode> => {
  const [token = '', file = ''] = line.positionals;
  const request = reportRequest(line);
  const { law, seed } = readToken(token);
  lawNamed(law);
  const subjects = chosenSubjects(await loadSubjects(terminal, file), line.values.get('subject'));
  const [subject] = subjects;
  if (subject === undefined || subjects.length > 1) {
    const names = subjects.map(({ name }) => name).join(', ');
    throw new UsageError(`${file} has ${subjects.length} subjects; say with --subject which one failed: ${names}`);
  }
  const reports = [reportOf(subject, await replayResult(subject, token), seed)];
  await writeReport(terminal, reports, request);
  return exitCodeOf(reports);
};
