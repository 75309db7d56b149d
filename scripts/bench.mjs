// Runs every bench in a process of its own and prints its figures: ratios measured in one run, and the numbers behind them.
// Arguments are parts of paths: `npm run bench -- core`.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, root } from './run.mjs';

const args = process.argv.slice(2);
const wanted = args.filter((arg) => !arg.startsWith('--'));
const json = args.includes('--json');

const benches = readdirSync(root, { recursive: true, withFileTypes: false })
  .filter((file) => /^(bench|packages[/\\][^/\\]+[/\\]bench)[/\\][^/\\]+\.bench\.mjs$/.test(file))
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .sort();

build();
const script = `
const { name, run } = await import(process.argv[1]);
process.stdout.write('\\n@@' + JSON.stringify({ name, rows: await run() }));
process.exit(0);`;
const results = [];
for (const file of benches) {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--expose-gc', '--input-type=module', '-e', script, join(root, file)],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 16 * 1024 * 1024,
      env: { ...process.env, OPENAI_AGENTS_DISABLE_TRACING: '1' },
    },
  );
  const answer = stdout.split('\n@@').at(-1);
  if (status !== 0 || answer === undefined) {
    process.stderr.write(`${file} failed:\n${stderr}\n`);
    process.exitCode = 1;
    continue;
  }
  const result = { file, ...JSON.parse(answer) };
  results.push(result);
  if (json) continue;
  process.stdout.write(`\n${result.name}  (${file})\n`);
  for (const row of result.rows) {
    const value = Math.abs(row.value) >= 100 ? Math.round(row.value) : Number(row.value.toPrecision(3));
    const verdict = row.target === undefined ? '' : `  target ${row.target}: ${row.ok ? 'met' : 'MISSED'}`;
    process.stdout.write(`  ${String(value).padStart(9)} ${row.unit.padEnd(10)} ${row.name}${verdict}\n`);
  }
}
if (json) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
