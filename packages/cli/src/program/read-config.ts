import type { PawlConfig } from '../config/config.js';
import { ConfigError } from '../config/config-error.js';
import { parseConfig } from '../config/parse-config.js';
import type { CliPorts } from './cli-ports.js';
import { UsageError } from './usage-error.js';

/** Reads a command's configuration file. @throws {UsageError} where none is named. @throws {ConfigError} */
export const readConfig = async (path: string | undefined, { readFile, env }: CliPorts): Promise<PawlConfig> => {
  if (path === undefined) throw new UsageError('name a configuration file; `pawl init` writes one');
  let text: string;
  try {
    text = await readFile(path);
  } catch (error) {
    throw new ConfigError([`${path}: cannot be read: ${error instanceof Error ? error.message : String(error)}`]);
  }
  return parseConfig(text, { name: path, env });
};
