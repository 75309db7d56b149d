/** Why the fence does not let a path through. */
export type FenceProblem =
  /** It leads, or would lead, out of the root. */
  | 'outside'
  /** It leads into the folder that the workspace keeps for itself and its workers. */
  | 'reserved'
  /** There is nothing there. */
  | 'missing'
  /** A part of it, other than the last, is no directory. */
  | 'not-directory'
  /** It was exchanged while it was being opened. */
  | 'exchanged';

const sentences: Readonly<Record<FenceProblem, string>> = {
  outside:
    'it does not stay inside the workspace: give a path relative to the root, without `..` or links that lead out',
  reserved: 'it lies in the folder that the workspace keeps for itself: choose another path',
  missing: 'there is nothing at this path',
  'not-directory': 'a part of it is not a directory',
  exchanged: 'it was exchanged while it was being opened: try again',
};

/** A path that the fence does not let through. The message names neither the root nor where the path would have led. */
export class FenceError extends Error {
  override readonly name = 'FenceError';
  readonly problem: FenceProblem;

  constructor(problem: FenceProblem) {
    super(sentences[problem]);
    this.problem = problem;
  }
}
