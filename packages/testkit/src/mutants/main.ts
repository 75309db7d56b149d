#!/usr/bin/env node
import { printMatrix } from './print-matrix.js';
import { runMutants } from './run-mutants.js';

const matrix = await runMutants({ against: process.argv.includes('--full') ? 'all' : 'named' });
process.stdout.write(process.argv.includes('--json') ? `${JSON.stringify(matrix, null, 2)}\n` : printMatrix(matrix));
if (matrix.survived > 0) process.exitCode = 1;
