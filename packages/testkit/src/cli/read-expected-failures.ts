import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { lawNamed } from './law-named.js';
import { suggestion } from './suggestion.js';
import type { Terminal } from './terminal.js';
import { UsageError } from './usage-error.js';

/** Reasons by the id of the law, by the name of the subject. */
export type ExpectedFailures = ReadonlyMap<string, Readonly<Record<string, string>>>;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const shape = 'it is an object from law ids to reasons, or from subject names to such objects';

const reasons = (file: string, value: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(value).map(([name, reason]) => {
      const { id } = lawNamed(name);
      if (typeof reason !== 'string' || reason.trim() === '') {
        throw new UsageError(`${file}: say why ${id} is expected to fail, in a sentence`);
      }
      return [id, reason];
    }),
  );

const parsed = async (terminal: Terminal, file: string): Promise<Readonly<Record<string, unknown>>> => {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(resolve(terminal.cwd, file), 'utf8'));
  } catch (error) {
    throw new UsageError(`${file} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  if (!isRecord(value)) throw new UsageError(`${file} is no list of expected failures: ${shape}`);
  return value;
};

/**
 * Reads the implementer's list of known failures: `{ "FWD-04": "why" }` for a file with one subject,
 * `{ "my wrapper": { "FWD-04": "why" } }` for several.
 *
 * @throws {UsageError} for a law or a subject that is not there, or a failure without a reason.
 */
export const readExpectedFailures = async (
  terminal: Terminal,
  file: string,
  subjects: readonly string[],
): Promise<ExpectedFailures> => {
  const value = await parsed(terminal, file);
  const [only] = subjects;
  if (Object.values(value).every((item) => typeof item === 'string')) {
    if (only === undefined || subjects.length > 1) {
      throw new UsageError(
        `${file}: there are ${subjects.length} subjects, so list the laws under the subjects' names`,
      );
    }
    return new Map([[only, reasons(file, value)]]);
  }
  return new Map(
    Object.entries(value).map(([name, item]) => {
      if (!subjects.includes(name)) {
        throw new UsageError(`${file}: there is no subject named ${JSON.stringify(name)}${suggestion(name, subjects)}`);
      }
      if (!isRecord(item)) throw new UsageError(`${file}: ${JSON.stringify(name)} has no laws: ${shape}`);
      return [name, reasons(file, item)];
    }),
  );
};
