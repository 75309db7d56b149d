/** Bits a character, after Shannon: about 2 for words and masks, 3.5 and more for random text. */
export const entropy = (text: string): number => {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
};

const masks = /^(.)\1+$|(.)\2{5}|\*{3}|^<.*>$|^\$\{|^\{\{|%\(|\.\.\.|…/;
const stand = /example|sample|placeholder|dummy|your|redacted|insert|replace|change_?me|todo|n\/a/i;

/** Whether a text stands for a secret rather than being one: a mask, a template, a word like "example". */
export const isPlaceholder = (text: string): boolean => masks.test(text) || stand.test(text);

/** Whether a text that has the form of a token is random enough to be one. */
export const isRandom = (text: string): boolean => !isPlaceholder(text) && /\d/.test(text) && entropy(text) >= 2.7;

/** Whether a text is random enough where digits may be missing. */
export const isMixed = (text: string): boolean => !isPlaceholder(text) && entropy(text) >= 3;

const digits = (text: string): number[] => [...text].filter((c) => c >= '0' && c <= '9').map(Number);

/** The check digit of payment cards (ISO/IEC 7812-1, Luhn). */
export const hasLuhnDigit = (text: string): boolean => {
  const all = digits(text);
  if (new Set(all).size < 2) return false;
  const sum = all.reverse().reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
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
