import { LayerOptionError } from '../options/layer-option-error.js';
import { literalRules } from './literal-rules.js';
import { personalRules } from './rules/personal.js';
import type { RedactionRule } from './rules/rule.js';
import { secretRules } from './rules/secrets.js';
import { makeScanner, type Scanner } from './scan/scanner.js';

/** What a redaction looks for, and what it writes instead. */
export interface RedactionOptions {
  /** Whether personal data is looked for beside secrets. Default: `'redact'`. */
  readonly personalData?: 'redact' | 'keep';
  /** Texts that are known to be secret, of 6 to 300 characters; also found in base64, in URLs and in JSON. Default: none. */
  readonly secrets?: readonly string[];
  /** Rules of your own, tried before the built-in ones. Default: none. */
  readonly rules?: readonly RedactionRule[];
  /** Ids of built-in rules to leave out. Default: none. */
  readonly without?: readonly string[];
  /** What is written in place of a match, by the rule's id. Default: `[redacted:<rule>]`. */
  readonly replacement?: (rule: string) => string;
}

const fail = (option: string, problem: string): never => {
  throw new LayerOptionError(`redaction: \`${option}\` ${problem}`, { code: 'invalid-option', option });
};

const checkSecrets = (secrets: readonly string[]): readonly string[] => {
  // The text itself is never named in a message.
  const wrong = secrets.findIndex((text) => typeof text !== 'string' || text.length < 6 || text.length > 300);
  return wrong === -1
    ? secrets
    : fail('secrets', `holds at index ${wrong} something that is no text of 6 to 300 characters`);
};

const builtIn = (options: RedactionOptions): readonly RedactionRule[] => {
  const personal = options.personalData ?? 'redact';
  if (personal !== 'redact' && personal !== 'keep') return fail('personalData', "is 'redact' or 'keep'");
  const all = [...secretRules, ...(personal === 'redact' ? personalRules : [])];
  const without = new Set(options.without);
  const known = new Set([...secretRules, ...personalRules].map(({ id }) => id));
  const unknown = [...without].find((id) => !known.has(id));
  if (unknown !== undefined)
    return fail('without', `names ${JSON.stringify(unknown)}; the rules are ${[...known].join(', ')}`);
  return all.filter(({ id }) => !without.has(id));
};

const tag = (rule: string): string => `[redacted:${rule}]`;
let usual: Scanner | undefined;

/** Checks the options and makes the rules ready. @throws {LayerOptionError} */
export const scannerFor = (options: RedactionOptions): Scanner => {
  const { replacement = tag, rules = [], secrets = [] } = options;
  if (typeof replacement !== 'function') return fail('replacement', 'must be a function from a rule id to text');
  if (!Array.isArray(rules)) return fail('rules', 'must be an array of rules');
  const own = [...literalRules(checkSecrets(secrets)), ...rules];
  // The table of the built-in rules takes milliseconds and four megabytes: redactions without options share it.
  const isUsual = Object.keys(options).length === 0;
  if (isUsual && usual !== undefined) return usual;
  const all = [...own, ...builtIn(options)];
  try {
    const scanner = makeScanner(all, replacement);
    if (isUsual) usual = scanner;
    return scanner;
  } catch (error) {
    return fail('rules', error instanceof Error ? error.message : String(error));
  }
};
