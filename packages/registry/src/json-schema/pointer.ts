/** A JSON Pointer (RFC 6901) to a member of what `pointer` points to. */
export const childPointer = (pointer: string, token: string | number): string =>
  `${pointer}/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`;
