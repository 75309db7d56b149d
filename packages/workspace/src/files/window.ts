/** A part of a text, in whole lines as far as possible. */
export interface TextWindow {
  readonly text: string;
  /** The number of the first line shown, from 1. */
  readonly firstLine: number;
  readonly lastLine: number;
  readonly totalLines: number;
  /** What is not shown, in a sentence; `undefined` where all is. */
  readonly cut: string | undefined;
}

/** Which lines are wanted, and how many characters there may be. */
export interface WindowRequest {
  readonly offset: number;
  readonly limit: number | undefined;
  readonly characters: number;
}

const countLines = (text: string): number => {
  if (text === '') return 0;
  let count = text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
};

/** Where line `line` (from 0, counted from `from`) starts; the end of the text, where there are fewer. */
const lineStart = (text: string, line: number, from = 0): number => {
  let at = from;
  for (let left = line; left > 0; left -= 1) {
    const end = text.indexOf('\n', at);
    if (end === -1) return text.length;
    at = end + 1;
  }
  return at;
};

const withoutHalf = (text: string): string => (/[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text);

/** Cuts the lines wanted out of a text. A line that alone is too long is cut inside. */
export const windowOf = (text: string, { offset, limit, characters }: WindowRequest): TextWindow => {
  const totalLines = countLines(text);
  const start = lineStart(text, offset - 1);
  const end = limit === undefined ? text.length : lineStart(text, limit, start);
  let shown = text.slice(start, end);
  let inside = '';
  if (shown.length > characters) {
    const whole = shown.lastIndexOf('\n', characters - 1) + 1;
    shown = whole > 0 ? shown.slice(0, whole) : withoutHalf(shown.slice(0, characters));
    if (whole === 0) inside = `; line ${offset} alone is longer than ${characters} characters and is cut inside`;
  }
  const lastLine = offset - 1 + countLines(shown);
  const goOn = lastLine < totalLines ? `: go on with offset ${lastLine + 1}` : '';
  const partial = start > 0 || start + shown.length < text.length;
  const lines = shown === '' ? `no line from ${offset} on` : `lines ${offset} to ${lastLine}`;
  const cut = partial ? `${lines} of ${totalLines} shown${inside}${goOn}` : undefined;
  return { text: shown, firstLine: offset, lastLine, totalLines, cut };
};
