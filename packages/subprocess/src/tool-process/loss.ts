import type { Exit } from '../process-group/index.js';

/** Why no answer will come. */
export interface Loss {
  /** Whether the program may have read the request. */
  readonly delivered: boolean;
  /** What happened, to be read after "its program". */
  readonly reason: string;
  /** The end of what the program wrote to stderr. */
  readonly stderr: string;
}

/** Says how a program ended. */
export const describeExit = (exit: Exit): string =>
  exit.signal === null ? `exited with code ${exit.code}` : `was ended by ${exit.signal}`;
