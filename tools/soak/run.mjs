// `npm run soak`: --calls N, --seed N, --json. A whole run writes docs/soak.md.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { markdownPage, terminalText } from './page.mjs';
import { soak } from './soak.mjs';

const page = new URL('../../docs/soak.md', import.meta.url);
const wholeRun = 10_000;
const msPerCall = 90;
const leastMs = 120_000;

const { values } = parseArgs({
  options: { calls: { type: 'string' }, seed: { type: 'string' }, json: { type: 'boolean' } },
});

const wholeNumber = (name, given, otherwise) => {
  const value = given === undefined ? otherwise : Number(given);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new TypeError(`--${name} must be a whole number from 1, not ${given}`);
};

const calls = wholeNumber('calls', values.calls, wholeRun);
const seed = wholeNumber('seed', values.seed, 1 + Math.floor(Math.random() * 999_999));
const tell = (text) => process.stderr.write(text);

tell(`soak: ${calls} calls, seed ${seed}\n`);
const report = await soak({
  calls,
  seed,
  patienceMs: Math.max(leastMs, calls * msPerCall),
  onRound: ({ done, of }) => tell(`  ${done} of ${of} calls\n`),
});
process.stdout.write(values.json === true ? `${JSON.stringify(report, undefined, 2)}\n` : terminalText(report));
if (calls >= wholeRun && report.violations.length === 0) await writeFile(page, markdownPage(report));
if (report.violations.length > 0) {
  tell(`soak: ${report.violations.length} violations; again with --seed ${seed}\n`);
  process.exitCode = 1;
}
