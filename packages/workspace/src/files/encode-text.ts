import type { DecodedText, TextEncoding } from './decode.js';

const marks: Readonly<Record<TextEncoding, readonly number[]>> = {
  'utf-8': [],
  'utf-8-bom': [0xef, 0xbb, 0xbf],
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
  latin1: [],
};

const body = (text: string, encoding: TextEncoding): Buffer | undefined => {
  switch (encoding) {
    case 'utf-8':
    case 'utf-8-bom':
      return Buffer.from(text, 'utf8');
    case 'utf-16le':
      return Buffer.from(text, 'utf16le');
    case 'utf-16be':
      return Buffer.from(text, 'utf16le').swap16();
    case 'latin1':
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is the whole of latin1
      return /^[\x00-\xff]*$/.test(text) ? Buffer.from(text, 'latin1') : undefined;
  }
};

/** The bytes of a text; `undefined` where the encoding cannot say it. */
export const encodeText = ({ text, encoding, lineEnding }: DecodedText): Buffer | undefined => {
  const lines = lineEnding === 'crlf' ? text.replaceAll(/\r?\n/g, '\r\n') : text;
  const bytes = body(lines, encoding);
  return bytes === undefined ? undefined : Buffer.concat([Buffer.from(marks[encoding]), bytes]);
};
