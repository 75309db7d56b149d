import { LayerOptionError } from '../options/layer-option-error.js';
import { literalRules } from './literal-rules.js';
import { personalRules } from './rules/personal.js';
import type { RedactionRule } from './rules/rule.js';
import { secretRules } from './rules/secrets.js';
import { besideReach, usualHoldBack } from './scan/limits.js';
import { makeScanner, type Scanner } from './scan/scanner.js';

/** What a redaction looks for, and what it writes instead. */
export interface RedactionOptions {
  /** Whether personal data is looked for beside secrets. Default: `'redact'`. */
  readonly personalData?: 'redact' | 'keep';
  /** Texts of 6 characters and more that are known to be secret; also found in base64, in URLs and in JSON. Default: none. */
  readonly secrets?: readonly string[];
  /** Rules of your own, tried before the built-in ones. Default: none. */
  readonly rules?: readonly RedactionRule[];
  /** Ids of built-in rules to add that are off by default: `ip-address`. Default: none. */
  readonly with?: readonly string[];
  /** Ids of built-in rules to leave out. Default: none. */
  readonly without?: readonly string[];
  /** What is written in place of a match, by the rule's id. Default: `[redacted:<rule>]`. */
  readonly replacement?: (rule: string) => string;
  /** Code units of text that a stream holds back at most, from 256 to 4,096: no pattern reaches further. Default: 512. */
  readonly maxHoldBack?: number;
}

const known: ReadonlySet<string> = new Set<keyof RedactionOptions>([
  'personalData',
  'secrets',
  'rules',
  'with',
  'without',
  'replacement',
  'maxHoldBack',
]);
const leastSecret = 6;
const builtIn: readonly RedactionRule[] = [...secretRules, ...personalRules];

const fail = (option: string, problem: string): never => {
  throw new LayerOptionError(`redaction: \`${option}\` ${problem}`, { code: 'invalid-option', option });
};

const checkSecrets = (secrets: readonly string[]): readonly string[] => {
  if (!Array.isArray(secrets)) return fail('secrets', 'must be an array of texts');
  const wrong = secrets.findIndex((text) => typeof text !== 'string' || text.trim().length < leastSecret);
  // The text itself is never named in a message.
  return wrong === -1
    ? secrets
    : fail('secrets', `holds at index ${wrong} something that is no text of ${leastSecret} characters and more`);
};

const checkIds = (option: 'with' | 'without', ids: readonly string[]): ReadonlySet<string> => {
  if (!Array.isArray(ids)) return fail(option, 'must be an array of rule ids');
  const unknown = ids.find((id) => !builtIn.some((rule) => rule.id === id));
  if (unknown === undefined) return new Set(ids);
  const all = [...new Set(builtIn.map(({ id }) => id))].join(', ');
  return fail(option, `names ${JSON.stringify(unknown)}; the rules are ${all}`);
};

const chosen = (options: RedactionOptions): readonly RedactionRule[] => {
  const personal = options.personalData ?? 'redact';
  if (personal !== 'redact' && personal !== 'keep') return fail('personalData', "is 'redact' or 'keep'");
  const added = checkIds('with', options.with ?? []);
  const left = checkIds('without', options.without ?? []);
  const both = [...added].find((id) => left.has(id));
  if (both !== undefined) return fail('with', `names ${both}, which \`without\` names too`);
  return builtIn.filter(
    ({ id, group, optional }) =>
      added.has(id) || (!left.has(id) && optional !== true && (group === 'secret' || personal === 'redact')),
  );
};

const checkOwn = (rules: readonly RedactionRule[]): readonly RedactionRule[] => {
  if (!Array.isArray(rules)) return fail('rules', 'must be an array of rules');
  for (const [index, rule] of rules.entries()) {
    const isRule =
      typeof rule?.id === 'string' && rule.id !== '' && rule.pattern instanceof RegExp && rule.hints?.length > 0;
    if (!isRule) fail('rules', `holds at index ${index} no rule: give it an \`id\`, \`hints\` and a \`pattern\``);
  }
  return rules;
};

const checkHoldBack = (most: number): number =>
  Number.isInteger(most) && most >= 256 && most <= 4096
    ? most
    : fail('maxHoldBack', 'is a whole number of code units from 256 to 4096');

const tag = (rule: string): string => `[redacted:${rule}]`;

/** Checks the options and makes the rules ready. @throws {LayerOptionError} */
const prepare = (options: RedactionOptions): Scanner => {
  const stray = Object.keys(options).find((name) => !known.has(name));
  if (stray !== undefined) return fail(stray, `is no option; they are ${[...known].join(', ')}`);
  const { replacement = tag, rules = [], secrets = [], maxHoldBack = usualHoldBack } = options;
  if (typeof replacement !== 'function') return fail('replacement', 'must be a function from a rule id to text');
  const holdBack = checkHoldBack(maxHoldBack);
  const literal = literalRules(checkSecrets(secrets), holdBack - besideReach);
  const all = [...literal, ...checkOwn(rules), ...chosen(options)];
  try {
    return makeScanner(all, { replacement, holdBack });
  } catch (error) {
    return fail('rules', error instanceof Error ? error.message : String(error));
  }
};

let usual: Scanner | undefined;

/** The rules that options ask for, made ready. @throws {LayerOptionError} */
export const scannerFor = (options: RedactionOptions): Scanner => {
  if (Object.keys(options).length > 0) return prepare(options);
  // The table of the built-in rules takes milliseconds and megabytes: redactions without options share it.
  usual ??= prepare(options);
  return usual;
};
