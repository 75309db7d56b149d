import type { Subject } from '../subject/subject.js';
import { suggestion } from './suggestion.js';
import { UsageError } from './usage-error.js';

/** The subjects with these names; all where none is named. @throws {UsageError} for a name that no subject has. */
export const chosenSubjects = (
  subjects: readonly Subject[],
  names: readonly string[] | undefined,
): readonly Subject[] => {
  if (names === undefined) return subjects;
  const known = subjects.map(({ name }) => name);
  const wrong = names.find((name) => !known.includes(name));
  if (wrong !== undefined) {
    throw new UsageError(
      `the file has no subject named ${JSON.stringify(wrong)}${suggestion(wrong, known)} (it has ${known.join(', ')})`,
    );
  }
  return subjects.filter(({ name }) => names.includes(name));
};
