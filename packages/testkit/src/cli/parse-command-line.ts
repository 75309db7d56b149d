import { parseArgs } from 'node:util';
import { commands } from './commands.js';
import { options } from './options.js';
import { suggestion } from './suggestion.js';
import { UsageError } from './usage-error.js';

/** A command line that has been understood. */
export interface CommandLine {
  readonly command: string;
  readonly positionals: readonly string[];
  readonly values: ReadonlyMap<string, readonly string[]>;
}

const config = Object.fromEntries(
  [...options].map(([name, { type, short }]) => [
    name,
    { type, multiple: true, ...(short === undefined ? {} : { short }) },
  ]),
);

const requireCommand = (name: string | undefined): string => {
  if (name === undefined) throw new UsageError(`say what to do: ${[...commands.keys()].join(', ')}; --help explains`);
  if (!commands.has(name)) {
    throw new UsageError(
      `there is no command ${JSON.stringify(name)}${suggestion(name, [...commands.keys()])} (--help lists them)`,
    );
  }
  return name;
};

const requirePositionals = (command: string, given: readonly string[]): void => {
  const takes = commands.get(command)?.takes ?? [];
  const missing = takes.find((name, index) => !name.endsWith('?') && given[index] === undefined);
  if (missing !== undefined)
    throw new UsageError(
      `${command} needs <${missing}>: pawl-testkit ${command} ${takes.map((name) => `<${name}>`).join(' ')}`,
    );
  const extra = given[takes.length];
  if (extra !== undefined)
    throw new UsageError(
      `${command} does not know what to do with ${JSON.stringify(extra)}: it takes ${takes.length} arguments`,
    );
};

/** What one token of the command line says about an option. */
interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
}

const readOption = (token: OptionToken, values: Map<string, readonly string[]>): void => {
  const { name, rawName, value } = token;
  const shape = options.get(name);
  if (shape === undefined) {
    throw new UsageError(
      `there is no option ${rawName}${suggestion(name, [...options.keys()]).replace('mean ', 'mean --')} (--help lists them)`,
    );
  }
  if (shape.type === 'boolean') {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value`);
    values.set(name, []);
    return;
  }
  if (value === undefined || value === '' || value.startsWith('--')) {
    throw new UsageError(`${rawName} needs a value: ${rawName} ${shape.value ?? ''}`);
  }
  const before = values.get(name) ?? [];
  if (before.length > 0 && shape.multiple !== true)
    throw new UsageError(`${rawName} is given twice; it takes one value`);
  values.set(name, [...before, value]);
};

/** @throws {UsageError} for what means nothing, with what was perhaps meant. */
export const parseCommandLine = (args: readonly string[]): CommandLine => {
  // Not strict, because the errors of `parseArgs` suggest nothing; the tokens tell all that is needed.
  const { tokens } = parseArgs({
    args: [...args],
    options: config,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values = new Map<string, readonly string[]>();
  for (const token of tokens) if (token.kind === 'option') readOption(token, values);
  const words = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  if (values.has('help') || values.has('version')) return { command: '', positionals: [], values };
  const command = requireCommand(words[0]);
  const positionals = words.slice(1);
  requirePositionals(command, positionals);
  const allowed = commands.get(command)?.options ?? [];
  for (const name of values.keys()) {
    if (!allowed.includes(name))
      throw new UsageError(
        `--${name} means nothing to ${command}${allowed.length === 0 ? '' : `; it takes ${allowed.map((item) => `--${item}`).join(', ')}`}`,
      );
  }
  return { command, positionals, values };
};
