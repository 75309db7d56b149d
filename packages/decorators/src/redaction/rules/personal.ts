import { hasIbanDigits, hasLuhnDigit } from './checks.js';
import type { RedactionRule } from './rule.js';

/** The personal data that is looked for: what can be told by its form alone. Names and addresses cannot. */
export const personalRules: readonly RedactionRule[] = [
  {
    id: 'email',
    group: 'personal',
    hints: ['@'],
    before: 64,
    pattern:
      /(?<![\w.+-])[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[\p{L}\d](?:[\p{L}\d-]{0,61}[\p{L}\d])?\.){1,4}\p{L}{2,24}(?![\p{L}\d])/u,
  },
  {
    id: 'credit-card',
    group: 'personal',
    hints: 'number',
    reach: 48,
    pattern: /(?<![\w.-])\d(?:[ -]?\d){11,18}(?![\w]|[.-]\d)/,
    accept: hasLuhnDigit,
  },
  {
    id: 'us-ssn',
    group: 'personal',
    hints: 'number',
    reach: 48,
    pattern: /(?<![\w.-])(?!000|666|9\d\d)\d{3}([- ])(?!00)\d{2}\1(?!0000)\d{4}(?![\w]|[.-]\d)/,
  },
  {
    id: 'phone',
    group: 'personal',
    hints: 'number',
    reach: 48,
    before: 12,
    pattern:
      /(?<![\w.+/=-])(?:(?:\+|00)\d{1,3}[ .-]?(?:\(\d{1,4}\)[ .-]?)?\d{2,4}(?:[ .-]?\d{2,4}){1,4}|\(\d{3}\) ?\d{3}[ .-]\d{4}|\d{3}([.-])\d{3}\1\d{4})(?:x\d{1,5})?(?![\w]|[.-]\d)/,
    accept: (found) => found.replaceAll(/\D/g, '').length >= 9,
  },
  {
    id: 'iban',
    group: 'personal',
    hints: 'number',
    reach: 48,
    before: 2,
    pattern: /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{4}){2,7}(?:[ -]?[A-Z0-9]{1,3})?(?![A-Za-z0-9])/,
    accept: hasIbanDigits,
  },
];
