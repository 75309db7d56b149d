// What may continue a name, an address, a path or an identifier on either side.
const joins = /[\p{L}\p{N}\p{M}_@/\\+%&=#~$*^|-]/u;
// A full stop, comma, colon or apostrophe ends a sentence or goes on with a name: it depends on what follows.
const pauses = /[.,:;'’?!]/u;

const characterBefore = (text: string, at: number): string => {
  const unit = text.charCodeAt(at - 1);
  return unit >= 0xdc00 && unit <= 0xdfff ? text.slice(at - 2, at) : text.slice(at - 1, at);
};

const characterAt = (text: string, at: number): string => String.fromCodePoint(text.codePointAt(at) ?? 0x20);

const endsBefore = (text: string, at: number): boolean => {
  const before = characterBefore(text, at);
  if (before === '') return true;
  if (pauses.test(before)) return !joins.test(characterBefore(text, at - before.length) || ' ');
  return !joins.test(before);
};

const endsAfter = (text: string, at: number): boolean => {
  if (at >= text.length) return true;
  const after = characterAt(text, at);
  if (!pauses.test(after)) return !joins.test(after);
  // `a.com.` ends a sentence, `a.com.evil` is another name.
  return at + 1 >= text.length || !joins.test(characterAt(text, at + 1));
};

const occurs = (text: string, value: string): boolean => {
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + 1)) {
    if (endsBefore(text, at) && endsAfter(text, at + value.length)) return true;
  }
  return false;
};

// `13` stands in every second text, as a day or a count; as a name it is quoted or said to be one.
const isShortNumber = /^\d{1,3}$/;
const introduces = /(?:[#"'`“‘]|\b(?:id|ids|no|nr|number)\b[.:=\s]*)$/iu;

const isIntroduced = (text: string, value: string): boolean => {
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + 1)) {
    const isWhole = !joins.test(characterBefore(text, at).replace('#', ' ')) && endsAfter(text, at + value.length);
    if (isWhole && introduces.test(text.slice(0, at))) return true;
  }
  return false;
};

const numbers = /(?<![\p{L}\p{N}_.,-])-?\d+(?:\.\d+)?(?![\p{L}\p{N}_]|[.,]\d)/gu;

const holdsNumber = (text: string, value: number): boolean =>
  [...text.matchAll(numbers)].some(([found]) => Number(found) === value);

/**
 * Whether a value stands in one of these texts, exactly and whole: not as a part of a longer name, address, path or
 * number. `a.com` is not named by `a.com.evil`, `not-a.com` or `A.com`; a number is named by its digits. A text of up to
 * three digits is named only where it is the whole text, quoted, or introduced (`#13`, `id 13`).
 */
export const isNamed = (texts: readonly string[], value: string | number): boolean => {
  if (typeof value === 'number') return texts.some((text) => holdsNumber(text, value));
  if (isShortNumber.test(value)) return texts.some((text) => text === value || isIntroduced(text, value));
  return value.trim() !== '' && texts.some((text) => occurs(text, value));
};

/** The words of a text, in lower case. */
export const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
