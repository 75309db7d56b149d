import type { Root } from '../fence/open-root.js';
import type { Place } from '../fence/walk.js';
import { FileProblem } from './file-problem.js';

/**
 * Looks once more, just before a file is replaced, whether somebody else has changed it meanwhile.
 *
 * @throws {FileProblem}
 */
export const confirmUnchanged = (root: Root, { parent, name, entry }: Place): void => {
  const now = root.pins.pin(parent.at(name));
  now.close();
  const same = (['ino', 'dev', 'size', 'mtimeMs'] as const).every((key) => now.stats[key] === entry?.stats[key]);
  if (!same) throw new FileProblem('somebody else has changed it meanwhile: read it again');
};
