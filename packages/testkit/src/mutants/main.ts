#!/usr/bin/env node
import { printGenerated } from '../generated/print-generated.js';
import { runGenerated } from '../generated/run-generated.js';
import { sampleOf } from '../generated/sample-of.js';
import { printMatrix } from './print-matrix.js';
import { runMutants } from './run-mutants.js';

const asked = new Set(process.argv.slice(2));
const matrix = await runMutants({ against: asked.has('--full') ? 'all' : 'named' });
// The whole product takes long on a small machine: a seeded sample unless all are asked for.
const generated = await runGenerated(asked.has('--all') ? {} : { mutants: sampleOf(60, 1) });
process.stdout.write(
  asked.has('--json')
    ? `${JSON.stringify({ ...matrix, generated }, null, 2)}\n`
    : `${printGenerated(generated)}${printMatrix(matrix)}`,
);
if (matrix.survived > 0) process.exitCode = 1;
