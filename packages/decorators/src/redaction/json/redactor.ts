import type { Redaction } from '@pawl/core';
import { redactText } from '../scan/redact-text.js';
import type { Scanner } from '../scan/scanner.js';

const escapeToken = (token: string): string => token.replaceAll('~', '~0').replaceAll('/', '~1');

/** Members whose value may be a secret though it does not look like one. */
const sensitive = /pass|pwd|secret|token|key|cred|auth|sign/i;

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
    return redactText(this.scanner, text, (rule) => this.note(rule));
  }

  /** The text of a member: its name says that a value is a secret which does not look like one. */
  member(name: string, text: string): string {
    const redacted = this.text(text);
    if (redacted !== text || !sensitive.test(name) || text.length > 300) return redacted;
    const rules: string[] = [];
    redactText(this.scanner, `${name}="${text}"`, (rule) => rules.push(rule));
    const rule = rules[0];
    if (rule === undefined) return text;
    this.note(rule);
    return this.scanner.replacement(rule);
  }
}
