import type { Law } from '../law/law.js';
import { laws } from '../laws/index.js';
import { suggestion } from './suggestion.js';
import { UsageError } from './usage-error.js';

/** The law with this id or slug, whatever its case. @throws {UsageError} */
export const lawNamed = (name: string): Law => {
  const wanted = name.toLowerCase();
  const found = laws.find(({ id, slug }) => id.toLowerCase() === wanted || slug.toLowerCase() === wanted);
  if (found !== undefined) return found;
  const known = laws.flatMap(({ id, slug }) => [id, slug]);
  throw new UsageError(
    `there is no law ${JSON.stringify(name)}${suggestion(name, known)} (pawl-testkit list shows them all)`,
  );
};
