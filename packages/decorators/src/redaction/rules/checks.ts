/** Bits a character, after Shannon: about 2 for words and masks, 3.5 and more for random text. */
export const entropy = (text: string): number => {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
};

const masks = /^(.)\1+$|(.)\2{5}|\*{3}|#{4}|^<.*>$|^\$\{|^\{\{|%\(|\.\.\.|…/;
const stand =
  /example|sample|placeholder|dummy|your|redacted|insert|replace|change_?me|todo|^n\/a$|^(?:pass(?:word)?|pwd|secret)$/i;

/** Whether a text stands for a secret rather than being one: a mask, a template, a word like "example". */
export const isPlaceholder = (text: string): boolean => masks.test(text) || stand.test(text);

/** Whether a text that has the form of a token is random enough to be one. */
export const isRandom = (text: string): boolean => isMixed(text) && /\d/.test(text);

/** Whether a text that has the form of a token is random enough where digits may be missing. */
export const isMixed = (text: string): boolean => !masks.test(text) && entropy(text) >= 2.7;

type Kind = 'digit' | 'capital' | 'letter' | undefined;

const kindOf = (code: number): Kind => {
  if (code >= 48 && code <= 57) return 'digit';
  if (code >= 65 && code <= 90) return 'capital';
  return code >= 97 && code <= 122 ? 'letter' : undefined;
};

/**
 * How often, of the chances it has, a text changes between digits, capitals and small letters; the capital of a word does not
 * count. Names in code stay below 0.2, whatever their style; hexadecimal and base64 are at 0.4 and more.
 */
const changes = (text: string): number => {
  let last: Kind;
  let changed = 0;
  let chances = -1;
  for (let at = 0; at < text.length; at++) {
    const kind = kindOf(text.charCodeAt(at));
    if (kind === undefined) continue;
    chances++;
    if (last !== undefined && kind !== last && !(last === 'capital' && kind === 'letter')) changed++;
    last = kind;
  }
  return changed / Math.max(1, chances);
};

/** Whether a text without any form of its own looks made by a machine, and not like a word or a name in code. */
export const isGenerated = (text: string): boolean =>
  !masks.test(text) && /\d/.test(text) && /[A-Za-z]/.test(text) && entropy(text) >= 3 && changes(text) >= 0.2;

/** The check digit of payment cards (ISO/IEC 7812-1, Luhn). */
export const hasLuhnDigit = (text: string): boolean => {
  let sum = 0;
  let doubled = false;
  let varied = false;
  for (let at = text.length - 1; at >= 0; at--) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) continue;
    varied ||= text[at] !== text[0];
    const weighed = doubled ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
    doubled = !doubled;
  }
  return varied && sum % 10 === 0;
};

/** The check digits of an IBAN (ISO 13616, remainder 1 by 97). */
export const hasIbanDigits = (text: string): boolean => {
  const compact = text.replaceAll(/[ -]/g, '');
  if (compact.length < 15 || compact.length > 34) return false;
  const moved = compact.slice(4) + compact.slice(0, 4);
  let remainder = 0;
  for (const character of moved) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
};
