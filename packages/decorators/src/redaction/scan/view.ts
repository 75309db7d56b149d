/** A text as its last reader will see it: escapes of JSON inside it, at any depth, are undone. */
export interface View {
  readonly text: string;
  /** The place in the original of a place in the view. */
  readonly toRaw: (index: number) => number;
  /** The place in the view of a place in the original. */
  readonly fromRaw: (index: number) => number;
}

// Only what can hide a letter: a quotation mark or a line break inside a string stays as it is written. JSON inside JSON
// doubles its backslashes; the bound keeps a text of nothing else from being read again from each of them.
const escapes = /\\{1,64}(?:u([0-9a-fA-F]{4})|\/)/g;

const same = (index: number): number => index;

/** The view of a text; the text itself where nothing in it is escaped. */
export const viewOf = (raw: string): View => {
  // Most texts hold no backslash at all, which is found out at once.
  if (!raw.includes('\\') || raw.search(escapes) === -1) return { text: raw, toRaw: same, fromRaw: same };
  let text = '';
  let last = 0;
  /** Where the view and the original part: places in the view, and how much longer the original is from there on. */
  const seen: number[] = [];
  const longer: number[] = [];
  for (const match of raw.matchAll(escapes)) {
    text += raw.slice(last, match.index);
    text += match[1] === undefined ? '/' : String.fromCharCode(Number.parseInt(match[1], 16));
    last = match.index + match[0].length;
    seen.push(text.length);
    longer.push(last - text.length);
  }
  text += raw.slice(last);
  const toRaw = (index: number): number => {
    let low = 0;
    let high = seen.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((seen[middle] ?? 0) <= index) low = middle + 1;
      else high = middle;
    }
    return index + (longer[low - 1] ?? 0);
  };
  const fromRaw = (index: number): number => {
    let low = 0;
    let high = text.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (toRaw(middle) < index) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return { text, toRaw, fromRaw };
};
