import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from './usage-error.js';

/** A command's own arguments, and those after `--`. */
export interface ParsedOptions {
  readonly values: Readonly<Record<string, unknown>>;
  readonly positionals: readonly string[];
  /** What follows `--`; `undefined` where there is no `--`. */
  readonly rest: readonly string[] | undefined;
}

/** Reads a command's arguments. @throws {UsageError} for an option that it does not know, or too many arguments. */
export const parseOptions = (
  args: readonly string[],
  options: NonNullable<ParseArgsConfig['options']>,
  maxPositionals: number,
): ParsedOptions => {
  const end = args.indexOf('--');
  const own = end === -1 ? args : args.slice(0, end);
  try {
    const { values, positionals } = parseArgs({ args: [...own], options, allowPositionals: true });
    const extra = positionals[maxPositionals];
    if (extra !== undefined) throw new UsageError(`${JSON.stringify(extra)} is one argument too many`);
    return { values, positionals, rest: end === -1 ? undefined : args.slice(end + 1) };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(error instanceof Error ? error.message : String(error));
  }
};

/** A whole number given as an option. @throws {UsageError} */
export const wholeNumber = (name: string, value: unknown): number | undefined => {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!Number.isInteger(number) || value === '') throw new UsageError(`--${name} takes a whole number`);
  return number;
};
