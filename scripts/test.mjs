// Everything that proves the project: the build, the types (expected errors included), and all tests.
// Arguments are handed to Vitest: `npm test -- packages/core`.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, run } from './run.mjs';

const args = process.argv.slice(2);
const json = args.includes('--json');
const folder = mkdtempSync(join(tmpdir(), 'pawl-test-'));
const file = join(folder, 'results.json');

build();
const types = run('tsc', ['-p', 'tsconfig.tests.json']);
const ran = run(
  'vitest',
  [
    'run',
    ...(json ? [] : ['--reporter=default']),
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...args.filter((arg) => arg !== '--json'),
  ],
  { quiet: json },
);

const counts = { passed: 0, failed: 0, skipped: 0 };
try {
  const results = JSON.parse(readFileSync(file, 'utf8'));
  counts.passed = results.numPassedTests;
  counts.failed = results.numFailedTests;
  counts.skipped = results.numPendingTests + results.numTodoTests;
} catch {
  process.stderr.write('the tests left no results: see above\n');
}
rmSync(folder, { recursive: true });
counts[types ? 'passed' : 'failed'] += 1;
// A file that does not load, or an error outside any test, fails the run without failing a test.
if (!ran && counts.failed === 0) counts.failed = 1;

process.stdout.write(
  json
    ? `${JSON.stringify(counts)}\n`
    : `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`,
);
process.exitCode = counts.failed === 0 ? 0 : 1;
