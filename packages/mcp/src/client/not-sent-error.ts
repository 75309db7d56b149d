/** A message that certainly never reached the server. */
export class NotSentError extends Error {
  override readonly name = 'NotSentError';
}
