import { behaved, printStep, runSteps } from './report.js';
import { approval } from './steps/approval.js';
import { policy } from './steps/policy.js';
import { retrieval } from './steps/retrieval.js';
import { secrets } from './steps/secrets.js';
import { turn } from './steps/turn.js';
import { workers } from './steps/workers.js';
import { makeWorld } from './world.js';

const json = process.argv.includes('--json');
const say = (text: string): void => {
  if (!json) process.stdout.write(text);
};

say('Four layers in front of the official MCP filesystem server\n\n');
const world = await makeWorld();
try {
  const steps = [...retrieval, ...approval, ...secrets, ...policy, ...workers, ...turn];
  const results = await runSteps(steps, world, (result) => say(`${printStep(result)}\n`));
  const passed = results.filter(behaved).length;
  if (json)
    process.stdout.write(`${JSON.stringify({ steps: results, passed, failed: results.length - passed }, null, 2)}\n`);
  say(`${passed} of ${results.length} steps behaved as they must\n`);
  process.exitCode = passed === results.length ? 0 : 1;
} finally {
  await world.close();
}
