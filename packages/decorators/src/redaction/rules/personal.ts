import { isIP } from 'node:net';
import { hasIbanDigits, hasLuhnDigit } from './checks.js';
import type { RedactionRule } from './rule.js';

const domain = '(?:@|%40)(?:[\\p{L}\\d](?:[\\p{L}\\d-]{0,61}[\\p{L}\\d])?\\.){1,4}\\p{L}{2,24}(?![\\p{L}\\d])';

/** `git@host` names nobody; `package@1.2.3.tgz` and `logo@2x.png` are files. */
const isAddress = (found: string): boolean =>
  !/^git@|@[\d.]+\.\w+$|\.(?:png|jpe?g|gif|svg|webp|[cm]?[jt]sx?|s?css|json|tgz)$/i.test(found);

const countDigits = (text: string): number => text.replaceAll(/\D/g, '').length;

const isDate = (text: string): boolean => /^(?:\d{2}([ ./-])\d{2}\1\d{4}|\d{4}([ ./-])\d{2}\2\d{2})(?!\d)/.test(text);

const isPhone = (found: string): boolean => {
  const digits = countDigits(found);
  return digits >= 9 && digits <= 15 && !isDate(found) && !/^\D*(\d)(?:\D*\1)+\D*$/.test(found);
};

/** A number beside "phone" and the like may be short. */
const isLabelledPhone = (found: string): boolean => {
  const digits = countDigits(found);
  return digits >= 7 && digits <= 15 && !isDate(found);
};

const isAddressOfHost = (found: string): boolean => isIP(found) !== 0;

/** The personal data that can be told by its form alone; names and addresses cannot. */
export const personalRules: readonly RedactionRule[] = [
  {
    id: 'email',
    group: 'personal',
    hints: ['@', '%40'],
    before: 64,
    ahead: new RegExp(`(?<=[\\p{L}\\d_+'-])${domain}`, 'u'),
    pattern: new RegExp(`(?<![\\p{L}\\d._+-])[\\p{L}\\d_](?:[\\p{L}\\d._+'-]{0,62}[\\p{L}\\d_+'-])?${domain}`, 'u'),
    accept: isAddress,
  },
  {
    id: 'credit-card',
    group: 'personal',
    hints: 'number',
    reach: 48,
    // Undivided, in fours, or 4-6-4 and 4-6-5; the first digit is the network's.
    pattern:
      /(?<![\w.-])(?:1800\d{11}|[2-6](?:\d{11,18}|\d{3}([ -])\d{4}\1\d{4}\1\d{1,7}|\d{3}([ -])\d{6}\2\d{4,5}))(?!\w|[.-]\d)/,
    accept: hasLuhnDigit,
  },
  {
    id: 'us-ssn',
    group: 'personal',
    hints: 'number',
    reach: 48,
    pattern: /(?<![\w.-])(?!000|666|9\d\d)\d{3}([- ])(?!00)\d{2}\1(?!0000)\d{4}(?!\w|[.-]\d)/,
  },
  {
    id: 'phone',
    group: 'personal',
    hints: 'number',
    reach: 48,
    before: 4,
    ahead: /\d/,
    // With a country code; in North American form; with a trunk zero, divided.
    pattern:
      /(?<![\w.+/=)-]|\d )(?:(?:\+|00(?=[1-9]))\d{1,3}[ .-]?(?:\(\d{1,4}\)[ .-]?)?\d{1,4}(?:[ .-]?\d{2,4}){1,5}|\(\d{3}\) ?\d{3}[ .-]\d{4}|\d{3}([.-])\d{3}\1\d{4}|0[1-9]\d{0,3}(?:([ .-])\d{2,8}){1,4})(?:x\d{1,5})?(?!\w|[ .-]\d)/,
    accept: isPhone,
  },
  {
    id: 'phone',
    group: 'personal',
    hints: ['phone', 'tel:', 'tel.', 'mobile', 'cell:', 'fax', 'desk:', 'call me', 'call us', 'whatsapp'],
    pattern:
      /(?<keep>(?:phone|tel|mobile|cell|fax|desk|call|whatsapp)(?:[\s.:#="'-]|\b(?:me|us|number|no|is|on|at)\b){1,12})[+(]?\d[\d ().-]{5,18}\d(?!\w|[.-]\d)/i,
    accept: isLabelledPhone,
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
  {
    id: 'ip-address',
    group: 'personal',
    optional: true,
    hints: [...'0123456789']
      .map((digit) => `${digit}.`)
      .concat(
        [...'0123456789abcdef'].map((digit) => `${digit}:`),
        '::',
      ),
    reach: 48,
    before: 4,
    pattern: /(?<![\w.:])[\da-f.:]{3,45}(?<![.:]|$)(?!\w|[.:]\w)|(?<![\w.:])[\da-f:]{2,43}::(?![\w:])/i,
    accept: isAddressOfHost,
  },
];
