/**
 * One message as one line of JSON, in which nothing but its end ends a line. JSON allows U+0085, U+2028 and U+2029 as
 * they are, but Node's `readline` (U+2028 and U+2029 since Node 24) and Python's `splitlines` would cut it there.
 */
export const toLine = (message: object): string =>
  `${JSON.stringify(message).replace(/[\u0085\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`;
