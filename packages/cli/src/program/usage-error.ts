/** The command was used wrongly; the message says how. */
export class UsageError extends Error {
  /** Always `UsageError`. */
  override readonly name = 'UsageError';
}
