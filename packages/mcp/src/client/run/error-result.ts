import { type JsonObject, type JsonValue, ToolFailure } from '@pawl/core';
import { failureWordIn } from '../../failure-word.js';

const maxMessage = 2_000;

const textOf = (content: JsonValue | undefined): string => {
  if (!Array.isArray(content)) return '';
  const texts = content.flatMap((block: JsonValue) => {
    const text: unknown = typeof block === 'object' && block !== null ? Reflect.get(block, 'text') : undefined;
    return typeof text === 'string' ? [text] : [];
  });
  return texts.join('\n').trim();
};

/** Whether a result says that the tool failed. Anything but a plain no counts, so a failure never passes for a success. */
export const isErrorResult = (result: JsonObject): boolean => (result['isError'] ?? false) !== false;

/**
 * The failure that a result with `isError` is: its text as message, the whole of it as output, and what `serveMcp` on the
 * other side says became of the call.
 */
export const errorResultFailure = (tool: string, result: JsonObject): ToolFailure => {
  const text = textOf(result['content']);
  const message = text.length > maxMessage ? `${text.slice(0, maxMessage)}… (the rest is in \`output\`)` : text;
  return new ToolFailure(message === '' ? `${tool} failed without saying why` : `${tool} failed: ${message}`, {
    ...failureWordIn(result),
    output: result,
  });
};
