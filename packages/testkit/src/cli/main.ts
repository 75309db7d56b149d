#!/usr/bin/env node
import { systemClock } from '@pawl/core';
import { NotSettled } from '../law/violation.js';
import { exitCodes } from './exit-codes.js';
import { runCommandLine } from './run-command-line.js';

const colour = process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined ? 'ansi' : 'none';
let done = false;

// Whatever an adapter does to the process, an unfinished run never looks like a pass.
process.on('exit', () => {
  if (done) return;
  process.exitCode = exitCodes.usage;
  process.stderr.write(
    'pawl-testkit: the process ended before the run did: an adapter must not end it, nor stop settling\n',
  );
});
const stop = (error: unknown): void => {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`pawl-testkit: code under test threw where nobody could catch it: ${text}\n`);
  done = true;
  process.exit(exitCodes.usage);
};
process.on('uncaughtException', stop);
process.on('unhandledRejection', (error) => {
  // A law that gives up on one of several answers leaves the others behind; its verdict already says so.
  if (!(error instanceof NotSettled)) stop(error);
});

const code = await runCommandLine(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
  progress: process.stderr.isTTY === true ? 'live' : 'none',
  colour,
  cwd: process.cwd(),
  clock: systemClock,
});
// A subject may have left a process or a timer open; what is written leaves first.
await new Promise((resolve) => process.stdout.write('', resolve));
done = true;
process.exit(code);
