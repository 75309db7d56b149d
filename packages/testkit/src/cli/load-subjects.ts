import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AdapterError } from '../subject/adapter-error.js';
import { requireSubject } from '../subject/check-adapter.js';
import type { Subject } from '../subject/subject.js';
import type { Terminal } from './terminal.js';
import { UsageError } from './usage-error.js';
import { withinPatience } from './within-patience.js';

/** Milliseconds that an adapter file may take to load, and again to hand out its subjects. */
const patienceMs = 30_000;

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const settled = async <T>(
  terminal: Terminal,
  file: string,
  step: { readonly what: string; readonly work: () => T | PromiseLike<T> },
): Promise<T> => {
  try {
    return await withinPatience((async () => await step.work())(), {
      clock: terminal.clock,
      ms: patienceMs,
      late: () =>
        new AdapterError(
          'never-settled',
          `${file}: ${step.what} did not settle within ${patienceMs / 1000} s; look for an await that nothing ends`,
        ),
    });
  } catch (error) {
    if (error instanceof AdapterError) throw error;
    throw new AdapterError('create-failed', `${file}: ${step.what} failed with "${textOf(error)}"; mend that first`, {
      cause: error,
    });
  }
};

const exported = async (terminal: Terminal, file: string, found: unknown): Promise<unknown> =>
  typeof found === 'function'
    ? settled(terminal, file, { what: 'the function that it exports', work: () => found() as unknown })
    : settled(terminal, file, { what: 'what it exports', work: () => found });

const named = (file: string, list: readonly Subject[]): readonly Subject[] => {
  const twice = list.find(({ name }, index) => list.findIndex((other) => other.name === name) !== index);
  if (twice !== undefined) {
    throw new AdapterError(
      'bad-option',
      `${file}: two subjects are named ${JSON.stringify(twice.name)}; give each a name of its own`,
    );
  }
  return list;
};

/**
 * The subjects that an adapter file exports.
 *
 * @throws {AdapterError} where it exports none, throws or never settles; the message names the file and the remedy.
 */
export const loadSubjects = async (terminal: Terminal, file: string): Promise<readonly Subject[]> => {
  const path = resolve(terminal.cwd, file);
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isFile)
    throw new UsageError(`there is no file ${file} in ${terminal.cwd}; \`pawl-testkit init ${file}\` writes one`);
  const loaded = await settled(terminal, file, {
    what: 'loading it',
    work: async () => ({ ...((await import(pathToFileURL(path).href)) as Readonly<Record<string, unknown>>) }),
  });
  // A CommonJS file, or one without a default: every export that is there counts.
  const found = 'default' in loaded ? loaded['default'] : Object.values(loaded);
  const given = await exported(terminal, file, found);
  const list: readonly unknown[] = Array.isArray(given) ? given : given === undefined || given === null ? [] : [given];
  if (list.length === 0) {
    throw new AdapterError(
      'nothing',
      `${file} exports no subject: \`export default wrapperSubject({ … })\`, or an array of subjects`,
    );
  }
  return named(
    file,
    list.map((item) => {
      try {
        requireSubject(item);
        return item;
      } catch (error) {
        if (!(error instanceof AdapterError)) throw error;
        throw new AdapterError(error.code, `${file}: ${error.message}`, { cause: error });
      }
    }),
  );
};
