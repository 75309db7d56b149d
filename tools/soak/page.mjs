// The figures as text and as Markdown: pure functions of the report.
import { bounds } from './bounds.mjs';
import { kinds } from './kinds.mjs';

const mebibyte = 2 ** 20;
const row = (cells) => `| ${cells.join(' | ')} |`;
const mib = (bytes) => (bytes / mebibyte).toFixed(1);
const plural = (count, one, many) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

const outcomeLines = ({ counts }) => Object.entries(counts ?? {}).sort(([, a], [, b]) => b - a);

const trendCells = ({ name, heap, rss, descriptors }) => [
  name,
  `${mib(heap.first)} → ${mib(heap.last)}`,
  heap.ratio.toFixed(3),
  String(Math.round(heap.slope)),
  `${mib(rss.first)} → ${mib(rss.last)}`,
  rss.ratio.toFixed(2),
  `${descriptors.first} → ${descriptors.last}`,
];

const trendHead = ['process', 'heap, MiB', 'ratio', 'bytes a call', 'resident, MiB', 'ratio', 'descriptors'];

const summary = (report) => {
  const { calls, seed, seconds, disturbed, runs, serversStarted, serversKilled, processesLeft, held, slowestMs } =
    report;
  return [
    `${plural(calls, 'call', 'calls')} in ${Math.round(seconds)} s, seed ${seed}; the slowest took ${Math.round(slowestMs)} ms`,
    `${plural(runs, 'run', 'runs')} of the tool program in the ledger; ${plural(disturbed, 'call', 'calls')} met a fault that was not their own`,
    `${plural(serversStarted, 'server process', 'server processes')}, ${serversKilled} of them killed`,
    `left at the end: ${plural(processesLeft, 'process', 'processes')}; held by the clients beyond the start: ${held.length === 0 ? 'nothing' : held.join(', ')}`,
  ];
};

/** The report for a terminal. */
export const terminalText = (report) =>
  [
    ...summary(report),
    ...outcomeLines(report).map(([how, count]) => `  ${String(count).padStart(6)}  ${how}`),
    '',
    trendHead.join('; '),
    ...report.trends.map((trend) => `  ${trendCells(trend).join('; ')}`),
    '',
    report.violations.length === 0 ? 'nothing lost, nothing leaked' : `${report.violations.length} violations:`,
    ...report.violations.map((violation) => `  ${violation}`),
    '',
  ].join('\n');

const intro = [
  '# The soak',
  '',
  '`serveMcp` of `@pawl/mcp` over stdio and Streamable HTTP, in processes of its own, in front of a stack (redaction, approval',
  'cache, narrowing) over a pool of programs of `@pawl/subprocess`. Half of the clients are `mcpExecutor` with every call',
  'through `dispatch`, half are the official client. Half of the servers live as long as the run, half are killed. A seeded',
  'generator plans the calls and what goes wrong with them. The page is written by a whole run of `npm run soak`, and only',
  'by one without a violation; nothing in it is edited by hand.',
  '',
];

const checks = [
  '## What is checked',
  '',
  'A violation of any of these ends the run with an error.',
  '',
  '- Every call has exactly one outcome: executed, or failed with a code and, from `dispatch`, `not-started`, `failed` or `unknown`. None is unsettled.',
  '- An executed result is the answer to these arguments: it holds a digest of the call’s own key. A planted token is in no result and no message.',
  '- Each program writes every run to a ledger. No call ran twice; one that was said to be executed, by client or server, ran once; one that was said not to have started, by client or server, did not run; what was refused, withheld or declined did not run.',
  '- Where nothing else disturbed a call, it ended as its kind must, and its server’s `dispatch` said so with the code and outcome that belong to it. What a server’s `dispatch` calls `unknown`, a client of ours calls `unknown`.',
  '- After every round each client lists what its server lists, pools have no more processes than they may, and no more than 16 HTTP sessions are open.',
  `- Memory is flat, sampled after every round when nothing is under way: from the first quarter of the samples to the last, by median, the heap after collection grows by at most ${bounds.heapRatio}×, resident memory by at most ${bounds.rssRatio}×, open descriptors by at most ${bounds.descriptors}; after the first quarter the heap grows by at most ${bounds.heapSlope} bytes a call (least squares).`,
  '- At the end no process is left that carries the run’s mark, the clients’ process holds no more descriptors and handles than before, and every server that was not killed has left of itself with code 0.',
  '',
];

const kindRows = ({ kinds: made }) =>
  kinds.map(({ name, runs, ends, served }) =>
    row([name, String(made[name] ?? 0), runs, ends.join(' or '), (served ?? []).join(', ')]),
  );

/** The page for the docs. */
export const markdownPage = (report) =>
  [
    ...intro,
    '## Figures',
    '',
    ...summary(report).map((line) => `- ${line}`),
    '',
    row(['how calls ended', 'calls']),
    '|---|---|',
    ...outcomeLines(report).map(([how, count]) => row([how, String(count)])),
    '',
    'Memory and descriptors, first quarter → last quarter of the samples:',
    '',
    row(trendHead),
    `|${'---|'.repeat(trendHead.length)}`,
    ...report.trends.map((trend) => row(trendCells(trend))),
    '',
    ...checks,
    '## What is called, and what goes wrong',
    '',
    'How often the program may run for a call (`maybe`: once or never), and how the call ends where nothing else disturbs it.',
    '',
    row(['kind of call', 'calls', 'runs', 'ends as', 'its server says']),
    '|---|---|---|---|---|',
    ...kindRows(report),
    '',
  ].join('\n');
