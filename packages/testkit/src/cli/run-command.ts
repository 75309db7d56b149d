import type { ConformanceReport } from '../report-types/index.js';
import { checkConformance } from '../run/index.js';
import { checkOptions } from './check-options.js';
import { chosenSubjects } from './chosen-subjects.js';
import { exitCodeOf } from './exit-code-of.js';
import type { ExitCode } from './exit-codes.js';
import { loadSubjects } from './load-subjects.js';
import type { CommandLine } from './parse-command-line.js';
import { progressOn } from './progress.js';
import { type ExpectedFailures, readExpectedFailures } from './read-expected-failures.js';
import type { Terminal } from './terminal.js';
import { reportRequest, writeReport } from './write-report.js';

/** `pawl-testkit run <file>`. */
export const runCommand = async (line: CommandLine, terminal: Terminal): Promise<ExitCode> => {
  const options = checkOptions(line);
  const request = reportRequest(line);
  const all = await loadSubjects(terminal, line.positionals[0] ?? '');
  const subjects = chosenSubjects(all, line.values.get('subject'));
  const listed = line.values.get('expected-failures')?.[0];
  const expected: ExpectedFailures =
    listed === undefined
      ? new Map()
      : await readExpectedFailures(
          terminal,
          listed,
          all.map(({ name }) => name),
        );
  const progress = progressOn(terminal);
  const reports: ConformanceReport[] = [];
  try {
    for (const [index, subject] of subjects.entries()) {
      progress.show(`${index + 1} of ${subjects.length}: ${subject.name}`);
      reports.push(await checkConformance(subject, { ...options, expectedFailures: expected.get(subject.name) ?? {} }));
    }
  } finally {
    progress.clear();
  }
  await writeReport(terminal, reports, request);
  return exitCodeOf(reports);
};
