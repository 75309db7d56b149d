import { type DecodedText, decodeText } from './decode.js';
import type { LoadedFile } from './load-file.js';

/** The text of a file; of one that was looked at in part the whole lines, because it may end inside a character. */
export const textOf = ({ bytes, more }: LoadedFile): DecodedText | undefined =>
  decodeText(more ? bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1) : bytes);
