import { stemmer } from 'stemmer';
import { splitWords } from './split-words.js';
import { stopWords } from './stop-words.js';

// Scripts that put no space between words.
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu;
const latin = /^[a-z]+$/;

/** Pairs of neighbours stand for the words that nobody marked; a character that stands alone is one. */
const pairs = (run: string): readonly string[] => {
  const characters = [...run];
  return characters.length < 2 ? characters : characters.slice(1).map((second, at) => `${characters[at]}${second}`);
};

const termsOfWord = (word: string): readonly string[] => {
  if (latin.test(word)) return stopWords.has(word) ? [] : [stemmer(word)];
  const runs = word.match(unspaced);
  if (runs === null) return [word];
  const rest = word.replace(unspaced, ' ').split(' ');
  return [...runs.flatMap(pairs), ...rest.filter((part) => part !== '').flatMap(termsOfWord)];
};

/** Catalogues repeat their words, and a stem costs far more than a look-up. */
const remembered = new Map<string, readonly string[]>();
const mostRemembered = 20_000;

const rememberedTerms = (word: string): readonly string[] => {
  let terms = remembered.get(word);
  if (terms === undefined) {
    if (remembered.size >= mostRemembered) remembered.clear();
    terms = termsOfWord(word);
    remembered.set(word, terms);
  }
  return terms;
};

/** What a text is found by: Porter stems without stop words; pairs of characters where words are not spaced. */
export const textTerms = (text: string): readonly string[] => splitWords(text).flatMap(rememberedTerms);
