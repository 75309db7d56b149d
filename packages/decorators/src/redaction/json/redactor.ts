import type { Redaction } from '@pawl/core';
import { replaceIn } from '../scan/replace-in.js';
import type { Scanner } from '../scan/scanner.js';

const escapeToken = (token: string): string => token.replaceAll('~', '~0').replaceAll('/', '~1');

/** Members whose value may be a secret though it does not look like one. */
const sensitive = /pass|pwd|secret|token|key|cred|auth|sign|cookie|phone|mobile|fax/i;
/** Of a longer value the beginning tells enough. */
const longest = 300;

/** A password may hold what ends a value elsewhere; a whole sentence speaks about one. */
const asValue = (name: string, text: string): string => {
  const inWords = text.split(/\s+/).length > 4;
  const value = /pass|pwd/i.test(name) && !inWords ? text.replaceAll(/[\s"'`\\]/g, '_') : text;
  return value.slice(0, longest);
};

/** An object that has been met: the copy that stands for it while it is walked, and what became of it. */
export interface Met {
  readonly copy: object;
  /** Whether something inside it refers to it, and so has the copy. */
  referred: boolean;
  result: unknown;
}

/** What `redactValue` works with: the rules, the place it is at, and what it has replaced. */
export class Redactor {
  readonly scanner: Scanner;
  readonly redactions: Redaction[] = [];
  /** What has been met, so that a cycle ends and a shared part stays shared. */
  readonly met: Map<object, Met> = new Map();
  readonly #path: string[] = [];

  constructor(scanner: Scanner) {
    this.scanner = scanner;
  }

  /** Does something one member deeper. */
  at<T>(token: string, work: () => T): T {
    this.#path.push(token);
    const result = work();
    this.#path.pop();
    return result;
  }

  /** Lists a replacement at this place. */
  note(rule: string): void {
    this.redactions.push({ rule, path: this.#path.map((token) => `/${escapeToken(token)}`).join('') });
  }

  /** A text without its secrets, replacements listed. */
  text(text: string): string {
    return replaceIn(this.scanner, text, (rule) => this.note(rule));
  }

  /** The name of a member without its secrets; it is like none of `taken()`, so that two that become one lose nothing. */
  name(name: string, taken: () => ReadonlySet<string>): string {
    const rules: string[] = [];
    const plain = replaceIn(this.scanner, name, (rule) => rules.push(rule));
    if (plain === name) return name;
    let free = plain;
    const others = taken();
    for (let number = 2; others.has(free); number++) free = `${plain} #${number}`;
    // A path is told to whoever reads the result: it holds the name that the member has now.
    this.at(free, () => {
      for (const rule of rules) this.note(rule);
    });
    return free;
  }

  /** The text of a member: its name says that a value is a secret which does not look like one. */
  member(name: string, text: string): string {
    const redacted = this.text(text);
    if (redacted !== text || !sensitive.test(name)) return redacted;
    const rules: string[] = [];
    replaceIn(this.scanner, `${name}="${asValue(name, text)}"`, (rule) => rules.push(rule));
    const rule = rules[0];
    if (rule === undefined) return text;
    this.note(rule);
    return this.scanner.replacement(rule);
  }
}
