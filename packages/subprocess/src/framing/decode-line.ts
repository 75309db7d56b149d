const byteOrderMark = '\uFEFF';

/** The text of a line without a byte order mark and surrounding white space (a carriage return, for one); `''` for a blank line. */
export const decodeLine = (bytes: Buffer): string => {
  const text = bytes.toString('utf8');
  return (text.startsWith(byteOrderMark) ? text.slice(1) : text).trim();
};
