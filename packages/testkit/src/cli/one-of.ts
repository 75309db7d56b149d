import { suggestion } from './suggestion.js';
import { UsageError } from './usage-error.js';

/** The value of an option that takes one of some words. @throws {UsageError} */
export const oneOf = <T extends string>(
  values: ReadonlyMap<string, readonly string[]>,
  name: string,
  known: readonly T[],
): T | undefined => {
  const given = values.get(name)?.[0];
  if (given === undefined) return undefined;
  const found = known.find((word) => word === given);
  if (found === undefined) {
    throw new UsageError(
      `--${name} takes ${known.join(', ')}, not ${JSON.stringify(given)}${suggestion(given, known)}`,
    );
  }
  return found;
};
