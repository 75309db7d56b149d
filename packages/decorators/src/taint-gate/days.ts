const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const;

const iso = /^(\d{4})-(\d{2})-(\d{2})(?:$|[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$)/;
const ordinal = '(\\d{1,2})(?:st|nd|rd|th)?';
const name = `(${months.map((month) => `${month.slice(0, 3)}(?:${month.slice(3)})?`).join('|')})\\.?`;
const year = '(?:,?\\s+(\\d{4}))?';
const written = new RegExp(`\\b(?:${name}\\s+${ordinal}|${ordinal}\\s+(?:of\\s+)?${name})\\b${year}`, 'gi');

const monthNumber = (text: string): number =>
  months.findIndex((month) => month.startsWith(text.toLowerCase().slice(0, 3))) + 1;

const isWritten = (text: string, day: { readonly y: number; readonly m: number; readonly d: number }): boolean =>
  [...text.matchAll(written)].some(([, month1, day1, day2, month2, y]) => {
    const month = month1 ?? month2;
    if (month === undefined || monthNumber(month) !== day.m || Number(day1 ?? day2) !== day.d) return false;
    return y === undefined || Number(y) === day.y;
  });

/**
 * Whether the day of an ISO 8601 date or date-time stands in one of these texts: as `2024-05-26`, or in English as
 * `May 26th` or `26 May 2024`. A day that is written without a year covers every year; the time of day does not count.
 */
export const isDayNamed = (texts: readonly string[], value: unknown): boolean => {
  const [, y, m, d] = (typeof value === 'string' && iso.exec(value)) || [];
  if (y === undefined || m === undefined || d === undefined) return false;
  const day = new RegExp(`(?<![\\d-])${y}-${m}-${d}(?![\\d-])`);
  return texts.some((text) => day.test(text) || isWritten(text, { y: Number(y), m: Number(m), d: Number(d) }));
};
