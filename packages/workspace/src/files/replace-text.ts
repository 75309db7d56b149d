/** A text after a replacement, and how often something was replaced. */
export interface ReplacedText {
  readonly text: string;
  readonly count: number;
}

/** Replaces every occurrence, from the left, without overlaps. `$` in the replacement means nothing special. */
export const replaceText = (text: string, old: string, replacement: string): ReplacedText => {
  const parts = text.split(old);
  return { text: parts.join(replacement), count: parts.length - 1 };
};
