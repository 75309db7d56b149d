/** A glob that cannot be used; the message says what is wrong with it. */
export class GlobError extends Error {
  override readonly name = 'GlobError';
}
