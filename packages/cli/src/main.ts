#!/usr/bin/env node
import { runCli } from './program/run-cli.js';
import { systemPorts } from './program/system-ports.js';

process.exitCode = await runCli(process.argv.slice(2), systemPorts());
