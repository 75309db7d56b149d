import type { RedactionRule } from '../rules/rule.js';
import { asciiCodes, blockLength, withBlock } from './ascii-codes.js';
import { longestHint } from './limits.js';

/** A rule, made ready to be tried at a place. */
export interface PreparedRule {
  readonly rule: RedactionRule;
  /** Its place among the rules: the earlier one names a replacement. */
  readonly order: number;
  /** Code units by which a match may begin before its hint. */
  readonly before: number;
  /** Code units from the hint in which a match of the pattern lies. */
  readonly reach: number;
  /** Sticky where a match begins at its hint, global where it may begin before. */
  readonly pattern: RegExp;
  /** What stands at the hint: tried before the pattern. */
  readonly ahead: RegExp | undefined;
  readonly tail: RegExp | undefined;
  readonly close: RegExp | undefined;
}

interface Hint {
  readonly text: string;
  readonly rules: readonly PreparedRule[];
}

const width = 7;
const mask = (1 << width) - 1;
/** A mark in the table: the second of the two characters is a digit. */
const beforeDigit = 1 << 15;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isCapital = (code: number): boolean => code >= 65 && code <= 90;

/** Of a shorter text the characters are read faster than its bytes are made. */
const leastBytes = 64;

/** Fewer digits than this identify nobody; a date has eight. */
const leastDigits = 9;

/** Digits, and what people put between them. */
const isOfNumber = (code: number): boolean =>
  isDigit(code) || code === 32 || code === 40 || code === 41 || code === 43 || code === 45 || code === 46;

/** Whether two capitals stand before a number, as they do before an IBAN's. */
const followsCapitals = (text: string, at: number): boolean =>
  at > 1 && isCapital(text.charCodeAt(at - 1)) && isCapital(text.charCodeAt(at - 2));

/** Where a number that is too short to tell anything ends; -1 for one that is long enough. */
const endOfShortNumber = (text: string, at: number): number => {
  let digits = 0;
  for (let next = at; next < text.length; next++) {
    const code = text.charCodeAt(next);
    if (!isOfNumber(code)) return next;
    if (isDigit(code) && ++digits === leastDigits) return -1;
  }
  return text.length;
};

/** Both cases of a character, as the table knows them; every character where a hint is too short to say. */
const variants = (character: string | undefined): readonly number[] =>
  character === undefined
    ? Array.from({ length: mask + 1 }, (_, code) => code)
    : [...new Set([character.toLowerCase(), character.toUpperCase()])].map((c) => c.charCodeAt(0) & mask);

const mark = (words: Uint32Array, word: number, bit: number): void => {
  words[word] = (words[word] ?? 0) | (1 << bit);
};

/** Who is told of a rule that has a hint at a place. */
type Visit = (at: number, rule: PreparedRule) => void;

/** One look at a text. */
interface Pass {
  readonly text: string;
  /** Hints stand before it. */
  readonly to: number;
  readonly visit: Visit;
  /** No number that begins before it is long enough to tell anything. */
  dull: number;
}

/** Hints by their first two characters: `next` says, for each third one, which of them it may be. */
interface Pair {
  readonly next: (readonly Hint[] | undefined)[];
}

/**
 * Finds the places at which a hint stands, in one pass over the text: a table over two characters says where none does,
 * which is almost everywhere.
 */
export class HintTable {
  readonly #pairs: Pair[] = [];
  /** For two characters: 0 where no hint begins so, else one more than the place in `#pairs`; and `beforeDigit`. */
  readonly #table = new Uint16Array(1 << (2 * width));
  /** For each pair four words: a bit for each third character with which it begins a hint. */
  readonly #thirds: Uint32Array;
  readonly #ofNumbers: readonly PreparedRule[];

  constructor(rules: readonly PreparedRule[]) {
    const hints = new Map<string, PreparedRule[]>();
    for (const rule of rules) {
      if (rule.rule.hints === 'number') continue;
      for (const text of rule.rule.hints) {
        const lower = text.toLowerCase();
        if (lower === '' || lower.length > longestHint) {
          throw new RangeError(`rule ${rule.rule.id}: a hint has 1 to ${longestHint} characters, not "${text}"`);
        }
        const known = hints.get(lower);
        if (known === undefined) hints.set(lower, [rule]);
        else if (!known.includes(rule)) known.push(rule);
      }
    }
    for (const [text, prepared] of hints) this.#add({ text, rules: prepared });
    this.#thirds = new Uint32Array((this.#pairs.length + 1) << 2);
    for (const [pair, { next }] of this.#pairs.entries()) {
      for (const [third, begun] of next.entries()) {
        if (begun !== undefined) mark(this.#thirds, ((pair + 1) << 2) | (third >> 5), third & 31);
      }
    }
    this.#ofNumbers = rules.filter(({ rule }) => rule.hints === 'number');
    if (this.#ofNumbers.length === 0) return;
    for (let key = 0; key < this.#table.length; key++) {
      if (isDigit(key & mask)) this.#table[key] = (this.#table[key] ?? 0) | beforeDigit;
    }
  }

  #add(hint: Hint): void {
    for (const a of variants(hint.text[0])) {
      for (const b of variants(hint.text[1])) {
        const key = (a << width) | b;
        if (this.#table[key] === 0) this.#table[key] = this.#pairs.push({ next: Array(mask + 1).fill(undefined) });
        const next = this.#pairs[(this.#table[key] ?? 0) - 1]?.next;
        for (const c of variants(hint.text[2])) next?.splice(c, 1, [...(next[c] ?? []), hint]);
      }
    }
  }

  /** Calls `visit` for every rule that has a hint at a place from `from` up to, not including, `to`. */
  visit(text: string, from: number, to: number, visit: Visit): void {
    // The last character has none after it.
    const inside = Math.min(to, text.length - 1);
    const pass: Pass = { text, to, visit, dull: from };
    const startsWithNumber = from < Math.min(to, text.length) && isDigit(text.charCodeAt(from));
    if (startsWithNumber && !(from > 0 && isDigit(text.charCodeAt(from - 1)))) this.#visitNumber(pass, from);
    if (inside - from < leastBytes) this.#scanText(pass, from, inside);
    else this.#scanBlocks(pass, from, inside);
    if (inside < from || inside >= to) return;
    const last = (this.#table[(text.charCodeAt(inside) & mask) << width] ?? 0) & ~beforeDigit;
    // Only a hint of one character can stand in the last place.
    if (last !== 0) this.#visitHints(pass, inside, last);
  }

  #scanBlocks(pass: Pass, from: number, inside: number): void {
    const { text } = pass;
    withBlock((block) => {
      for (let start = from; start < inside; start += blockLength - 2) {
        const end = Math.min(start + blockLength - 2, inside);
        if (asciiCodes(text, [start, Math.min(end + 2, text.length)], block))
          this.#scanCodes(pass, { block, start, end });
        else this.#scanText(pass, start, end);
      }
    });
  }

  #scanCodes(pass: Pass, { block, start, end }: { block: Uint8Array; start: number; end: number }): void {
    const table = this.#table;
    const thirds = this.#thirds;
    let code = block[0] as number; // the block holds the stretch, which is not empty
    let next = block[1] as number; // the stretch reaches one further than `end`
    for (let at = start; at < end; at++) {
      const third = block[at - start + 2] as number; // the character after that, or the mark behind the last one
      const found = table[(code << width) | next] as number; // the table has every pair of seven bits
      if (found !== 0) {
        const may = thirds[((found & ~beforeDigit) << 2) | (third >> 5)] as number; // every pair has its four words
        const isNumber = found >= beforeDigit && !isDigit(code);
        if (isNumber || ((may >>> (third & 31)) & 1) === 1) this.#visitPair(pass, at, found);
      }
      code = next;
      next = third;
    }
  }

  #scanText(pass: Pass, start: number, end: number): void {
    const { text } = pass;
    const table = this.#table;
    let code = text.charCodeAt(start);
    for (let at = start; at < end; at++) {
      const next = text.charCodeAt(at + 1);
      const found = table[((code & mask) << width) | (next & mask)] as number; // the table has every pair of seven bits
      if (found !== 0) this.#visitPair(pass, at, found);
      code = next;
    }
  }

  #visitPair(pass: Pass, at: number, found: number): void {
    if (found !== beforeDigit) this.#visitHints(pass, at, found & ~beforeDigit);
    if (found < beforeDigit) return;
    const { text, to, dull } = pass;
    // A number is looked at from its first digit; no part of a short one is any longer.
    if (at + 1 < dull || at + 1 >= to || isDigit(text.charCodeAt(at)) || !isDigit(text.charCodeAt(at + 1))) return;
    this.#visitNumber(pass, at + 1);
  }

  /** Visits the rules for numbers; keeps up to where there is nothing more to look at. */
  #visitNumber(pass: Pass, at: number): void {
    const end = followsCapitals(pass.text, at) ? -1 : endOfShortNumber(pass.text, at);
    pass.dull = end === -1 ? at : end;
    if (end !== -1) return;
    for (const rule of this.#ofNumbers) pass.visit(at, rule);
  }

  #visitHints({ text, visit }: Pass, at: number, pair: number): void {
    const hints = this.#pairs[pair - 1]?.next[text.charCodeAt(at + 2) & mask];
    if (hints === undefined) return;
    for (const hint of hints) {
      if (text.slice(at, at + hint.text.length).toLowerCase() !== hint.text) continue;
      for (const rule of hint.rules) visit(at, rule);
    }
  }
}
