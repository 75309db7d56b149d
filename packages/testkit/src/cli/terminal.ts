import type { Clock } from '@pawl/core';

/** Where the command line reads and writes: a port, so that it runs in a test as it runs in a shell. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  /** `live`: a person watches stderr, so progress is drawn there. */
  readonly progress: 'live' | 'none';
  readonly colour: 'ansi' | 'none';
  /** The directory that file names are relative to. */
  readonly cwd: string;
  readonly clock: Clock;
}
