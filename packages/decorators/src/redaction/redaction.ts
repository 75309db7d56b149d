import { type Layer, layer, type ToolCall, withTransport } from '@pawl/core';
import { redactOutcome, redactThrown } from './json/redact-outcome.js';
import { redactValue } from './json/redact-value.js';
import { Redactor } from './json/redactor.js';
import { type RedactionOptions, scannerFor } from './options.js';
import type { Scanner } from './scan/scanner.js';
import { RedactedStream } from './stream/redacted-stream.js';

const quiet = (scanner: Scanner, call: ToolCall): ToolCall => {
  const { onProgress } = call;
  if (onProgress === undefined) return call;
  return withTransport(call, {
    // What is redacted has the shape it had.
    onProgress: (progress) => onProgress(redactValue(new Redactor(scanner), progress) as typeof progress),
  });
};

/**
 * Replaces secrets and personal data in whatever comes back: results, failures and their causes, progress and streams.
 * Structure is kept; what holds nothing is the same object; every replacement is listed in `redactions`.
 *
 * @throws {LayerOptionError} for an option that is wrong.
 * @example
 * ```ts
 * const tools = redaction({ secrets: [process.env.DEPLOY_KEY] })(registry);
 * ```
 */
export const redaction = (options: RedactionOptions = {}): Layer => {
  const scanner = scannerFor(options);
  return layer('redaction', { execute: 'rewrites', executeStream: 'rewrites', postDispatch: 'rewrites' }, (inner) => ({
    execute: (call) => inner.execute(quiet(scanner, call)),
    executeStream: async (call) => {
      try {
        return new RedactedStream(scanner, await inner.executeStream(quiet(scanner, call)));
      } catch (error) {
        throw redactThrown(scanner, error);
      }
    },
    postDispatch: async (call, outcome) => redactOutcome(scanner, await inner.postDispatch(call, outcome)),
  }));
};
