/** The command line was used in a way that means nothing; the message says how to mend it. Leads to exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
