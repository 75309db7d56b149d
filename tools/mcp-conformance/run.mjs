// Runs the official MCP conformance suite on `serveMcp` and writes docs/mcp-conformance.md. `--json` prints the verdicts as JSON.
import { writeFile } from 'node:fs/promises';
import { serveMcp } from '@pawl/mcp';
import { suiteExecutor } from './executor.mjs';
import { expected, remarks } from './expected.mjs';
import { judge } from './judge.mjs';
import { markdownPage, terminalTable } from './page.mjs';
import { prepare, runSuite } from './suite.mjs';

const page = new URL('../../docs/mcp-conformance.md', import.meta.url);
const asJson = process.argv.includes('--json');
const print = (value, words) => process.stdout.write(asJson ? `${JSON.stringify(value, undefined, 2)}\n` : words);

const verdictsOf = async (node) => {
  const serving = await serveMcp(suiteExecutor(), {
    transport: { kind: 'http' },
    onWarning: ({ message }) => process.stderr.write(`serveMcp: ${message}\n`),
  });
  try {
    const scenarios = await runSuite(node, serving.address.url);
    const names = new Set(scenarios.map(({ name }) => name));
    const gone = [...expected.keys(), ...remarks.keys()].find((name) => !names.has(name));
    if (gone !== undefined) throw new Error(`the suite has no scenario ${gone}: take it out of expected.mjs`);
    return scenarios.map((scenario) => judge(scenario, { expected, remarks }));
  } finally {
    await serving.close();
  }
};

const main = async () => {
  const ready = await prepare();
  if (ready.skipped !== undefined) return print({ skipped: ready.skipped }, `skipped: ${ready.skipped}\n`);
  const verdicts = await verdictsOf(ready.node);
  await writeFile(page, markdownPage({ suite: ready.version, verdicts }));
  print({ suite: ready.version, node: ready.nodeVersion, verdicts }, terminalTable(verdicts));
  const bad = verdicts.filter(({ isGood }) => !isGood).map(({ scenario }) => scenario);
  if (bad.length === 0) return;
  process.stderr.write(`not as expected: ${bad.join(', ')}\n`);
  process.exitCode = 1;
};

await main();
