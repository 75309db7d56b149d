import { readFile, writeFile } from 'node:fs/promises';
import type { CliPorts } from './cli-ports.js';

const stops = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The world of this process. */
export const systemPorts = (): CliPorts => ({
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  readFile: (path) => readFile(path, 'utf8'),
  writeNewFile: (path, text) => writeFile(path, text, { flag: 'wx', mode: 0o600 }),
  onStop: (listener) => {
    for (const signal of stops) process.once(signal, listener);
    return () => {
      for (const signal of stops) process.off(signal, listener);
    };
  },
});
