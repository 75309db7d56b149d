/** How the bytes of a text file are to be read. `latin1` stands for every old eight-bit encoding: each byte is kept. */
export type TextEncoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be' | 'latin1';

/** The encodings that can be asked for by name. */
export const textEncodings: readonly TextEncoding[] = ['utf-8', 'utf-8-bom', 'utf-16le', 'utf-16be', 'latin1'];

/** The text of a file, and what is needed to write it back as it was. */
export interface DecodedText {
  /** With `\n` at the end of each line, where the whole file has `\r\n`. */
  readonly text: string;
  readonly encoding: TextEncoding;
  readonly lineEnding: 'lf' | 'crlf' | 'mixed';
}

const startsWith = (bytes: Uint8Array, ...mark: readonly number[]): boolean =>
  mark.every((byte, index) => bytes[index] === byte);

const decoded = (bytes: Uint8Array, encoding: TextEncoding): string | undefined => {
  if (encoding === 'latin1') return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const label = encoding === 'utf-8-bom' ? 'utf-8' : encoding;
  try {
    // ignoreBOM keeps a mark that is inside the text; the one at its start has been cut off.
    return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

const hasByteOrderMark = (bytes: Uint8Array): readonly [TextEncoding, number] | undefined => {
  if (startsWith(bytes, 0xef, 0xbb, 0xbf)) return ['utf-8-bom', 3];
  if (startsWith(bytes, 0xff, 0xfe)) return ['utf-16le', 2];
  if (startsWith(bytes, 0xfe, 0xff)) return ['utf-16be', 2];
  return undefined;
};

// Controls that no text holds, save tab, line feed, form feed, carriage return and escape.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/;

const withPlainLines = (raw: string, encoding: TextEncoding): DecodedText => {
  if (!raw.includes('\r')) return { text: raw, encoding, lineEnding: 'lf' };
  const text = raw.replaceAll('\r\n', '\n');
  // What would not come back byte for byte is left as it is.
  return !text.includes('\r') && text.replaceAll('\n', '\r\n') === raw
    ? { text, encoding, lineEnding: 'crlf' }
    : { text: raw, encoding, lineEnding: 'mixed' };
};

/**
 * Reads bytes as text; `undefined` for what is no text. Writing the text back with `encodeText` gives the same bytes.
 */
export const decodeText = (bytes: Uint8Array): DecodedText | undefined => {
  const mark = hasByteOrderMark(bytes);
  if (mark !== undefined) {
    const raw = decoded(bytes.subarray(mark[1]), mark[0]);
    return raw === undefined || raw.includes('\0') ? undefined : withPlainLines(raw, mark[0]);
  }
  if (bytes.includes(0)) return undefined;
  const utf8 = decoded(bytes, 'utf-8');
  if (utf8 !== undefined) return withPlainLines(utf8, 'utf-8');
  const latin1 = decoded(bytes, 'latin1');
  return latin1 === undefined || controls.test(latin1) ? undefined : withPlainLines(latin1, 'latin1');
};
