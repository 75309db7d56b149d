import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { renderHtml, renderJson, renderJunit, renderText, tally, tallyLine } from '../report/index.js';
import type { ConformanceReport } from '../report-types/index.js';
import { oneOf } from './one-of.js';
import type { CommandLine } from './parse-command-line.js';
import type { Terminal } from './terminal.js';
import { UsageError } from './usage-error.js';

const reporters = ['text', 'json', 'junit', 'html'] as const;

/** How a report is asked for. */
export interface ReportRequest {
  readonly reporter: (typeof reporters)[number];
  /** A file; the terminal where there is none. */
  readonly output?: string;
}

/** How the command line asks for the report. @throws {UsageError} */
export const reportRequest = ({ values }: CommandLine): ReportRequest => {
  const output = values.get('output')?.[0];
  return { reporter: oneOf(values, 'reporter', reporters) ?? 'text', ...(output === undefined ? {} : { output }) };
};

const render = (reports: readonly ConformanceReport[], reporter: ReportRequest['reporter']): string => {
  switch (reporter) {
    case 'text':
      return renderText(reports);
    case 'json':
      return renderJson(reports);
    case 'junit':
      return renderJunit(reports);
    case 'html':
      return renderHtml(reports);
  }
};

/**
 * Writes reports to the terminal or to a file. The last line of stdout counts, save where stdout is the report itself in
 * another format than text: then it is the last line of stderr.
 *
 * @throws {UsageError} where the file cannot be written.
 */
export const writeReport = async (
  terminal: Terminal,
  reports: readonly ConformanceReport[],
  { reporter, output }: ReportRequest,
): Promise<void> => {
  if (output === undefined && reporter !== 'text') {
    terminal.out(render(reports, reporter));
    terminal.error(`${tallyLine(tally(reports))}\n`);
    return;
  }
  if (output !== undefined) {
    try {
      await writeFile(resolve(terminal.cwd, output), render(reports, reporter));
    } catch (error) {
      throw new UsageError(`--output ${output} cannot be written: ${error instanceof Error ? error.message : ''}`, {
        cause: error,
      });
    }
  }
  terminal.out(renderText(reports, { colour: terminal.colour }));
};
