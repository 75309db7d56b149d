// The laws on our own packages, by the kit's own command line. Arguments are handed to it: `npm run conformance -- --law FWD-01`.
import { build, run } from './run.mjs';

build();
const args = process.argv.slice(2).map((arg) => (arg === '--json' ? '--reporter=json' : arg));
process.exitCode = run(process.execPath, [
  'packages/testkit/dist/cli/main.js',
  'run',
  'conformance/own-packages.mjs',
  ...args,
])
  ? 0
  : 1;
