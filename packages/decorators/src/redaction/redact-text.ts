import { type RedactionOptions, scannerFor } from './options.js';
import { replaceIn } from './scan/replace-in.js';
import type { Scanner } from './scan/scanner.js';

const scanners = new WeakMap<RedactionOptions, Scanner>();

const scannerOf = (options: RedactionOptions): Scanner => {
  const known = scanners.get(options);
  if (known !== undefined) return known;
  const scanner = scannerFor(options);
  scanners.set(options, scanner);
  return scanner;
};

/**
 * A text without secrets and personal data, for what does not travel through an executor, such as a log line. The same
 * string where it holds none. Hand in one `options` object again and again: the rules are made ready once for each.
 *
 * @throws {LayerOptionError} for an option that is wrong.
 * @example
 * ```ts
 * redactText('write to ada@example.com'); // 'write to [redacted:email]'
 * ```
 */
export const redactText = (text: string, options: RedactionOptions = {}): string =>
  replaceIn(scannerOf(options), text, () => {});
