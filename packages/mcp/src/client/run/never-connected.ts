// What the operating system, or undici, says where no connection was made, so nothing was sent.
const codes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Whether a rejection of `fetch` means that nothing reached the server. */
export const neverConnected = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  // A host with several addresses fails with one error for each of them.
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(neverConnected);
  return codes.has(Reflect.get(error, 'code')) || neverConnected(error.cause);
};
