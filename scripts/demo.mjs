import { build, run } from './run.mjs';

build();
process.exitCode = run(process.execPath, ['examples/guarded-filesystem/dist/main.js', ...process.argv.slice(2)])
  ? 0
  : 1;
