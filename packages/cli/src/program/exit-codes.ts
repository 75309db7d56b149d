/** How the command ends. */
export const exitCodes = {
  done: 0,
  lawBroken: 1,
  usage: 2,
  unavailable: 3,
  fault: 4,
} as const;

/** One of the codes. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
