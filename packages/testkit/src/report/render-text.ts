import { styleText } from 'node:util';
import type { ConformanceReport, LawResult } from '../report-types/index.js';
import { standing } from './standing.js';
import { tally, tallyLine } from './tally.js';
import { verdictLabel, verdictReason } from './verdict-label.js';

/** How a report is written for a terminal. */
export interface TextOptions {
  /** ANSI colours. Default: `none`. */
  readonly colour?: 'ansi' | 'none';
}

type Paint = (style: 'green' | 'red' | 'yellow' | 'dim' | 'bold', text: string) => string;

const plain: Paint = (_style, text) => text;
// Whether the stream takes colours is for the caller to say.
const ansi: Paint = (style, text) => styleText(style, text, { validateStream: false });

const styles = { passed: 'green', failed: 'red', skipped: 'yellow' } as const;

const lawLine = (result: LawResult, width: number, paint: Paint): string => {
  const { lawId, slug, runs, coverage } = result;
  const reason = verdictReason(result);
  const label = paint(styles[standing(result)], verdictLabel(result).padEnd(12));
  const counted = paint(
    'dim',
    `${runs} ${runs === 1 ? 'run' : 'runs'}, ${coverage.telling} telling cases, ${coverage.minimum} needed`,
  );
  return `  ${label} ${lawId} ${slug.padEnd(width)}  ${counted}${reason === '' ? '' : `\n               ${reason}`}`;
};

const indented = (text: string): string =>
  text
    .split('\n')
    .map((line) => `  ${line}`.trimEnd())
    .join('\n');

const counterexample = ({ counterexample: found, expectedFailure }: LawResult, paint: Paint): readonly string[] => {
  if (found === undefined || expectedFailure !== undefined) return [];
  const [first = '', ...rest] = found.text.split('\n');
  return ['', indented([paint('bold', first), ...rest].join('\n'))];
};

const heading = ({ subject, options, contractVersion }: ConformanceReport, paint: Paint): readonly string[] => {
  const touches = Object.entries(subject.touches).map(([member, kind]) => `${member} ${kind}`);
  return [
    `${paint('bold', subject.name)}, a subject of kind ${subject.kind}; contract ${contractVersion}, seed ${options.seed}, ${options.runs} runs a law`,
    ...(touches.length === 0 ? [] : [`  touches: ${touches.join(', ')}`]),
    ...(subject.layers.length === 0 ? [] : [`  layers, outermost first: ${subject.layers.join(' > ')}`]),
  ];
};

const section = (report: ConformanceReport, paint: Paint): readonly string[] => {
  const concerned = report.results.filter(({ verdict, stale }) => verdict !== 'not-applicable' || stale);
  const others = report.results.filter((result) => !concerned.includes(result)).map(({ lawId }) => lawId);
  const width = Math.max(0, ...concerned.map(({ slug }) => slug.length));
  return [
    ...heading(report, paint),
    ...report.notes.map((note) => `  note: ${note}`),
    ...concerned.map((result) => lawLine(result, width, paint)),
    ...(others.length === 0 ? [] : [paint('dim', `  not applicable: ${others.join(', ')}`)]),
    ...concerned.flatMap((result) => counterexample(result, paint)),
    report.conformant ? paint('green', '  conformant') : paint('red', '  not conformant'),
    '',
  ];
};

/** Reports as text for a terminal; the last line counts. */
export const renderText = (reports: readonly ConformanceReport[], options: TextOptions = {}): string => {
  const paint = options.colour === 'ansi' ? ansi : plain;
  return `${[...reports.flatMap((report) => section(report, paint)), tallyLine(tally(reports))].join('\n')}\n`;
};
