/** What the exit code of the process means. */
export const exitCodes: {
  readonly conformant: 0;
  readonly violation: 1;
  readonly usage: 2;
  readonly stale: 3;
  readonly inconclusive: 4;
  readonly kitError: 70;
} = { conformant: 0, violation: 1, usage: 2, stale: 3, inconclusive: 4, kitError: 70 };

/** One of `exitCodes`. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
