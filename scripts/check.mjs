// Everything that can be said about the code without running it: types, lint, format, unused code, packages, sizes.
import { build, run } from './run.mjs';

const json = process.argv.includes('--json');
build();
const steps = [
  ['types', 'tsc', ['-p', 'tsconfig.tests.json']],
  ['lint and format', 'biome', ['check', '--colors=off', '--error-on-warnings', '.']],
  ['unused', 'knip', []],
  ['packages', 'turbo', ['run', 'check:package', '--output-logs=errors-only', '--log-order=grouped']],
  ['sizes', 'size-limit', []],
];
const results = steps.map(([name, command, args]) => {
  const ok = run(command, args, { quiet: true });
  if (!json) process.stdout.write(`${ok ? 'ok  ' : 'FAIL'} ${name}\n`);
  return { name, ok };
});
if (json) process.stdout.write(`${JSON.stringify(results)}\n`);
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
