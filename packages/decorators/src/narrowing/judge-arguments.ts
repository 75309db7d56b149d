import type { JsonValue } from '@pawl/core';
import { fillIn, valueAt } from '../arguments/json-pointer.js';
import type { CompiledRule } from './compile-rule.js';

/** The arguments with every pinned value that they leave out; the same object where none is. */
export const pinned = (rules: readonly CompiledRule[], args: JsonValue | undefined): JsonValue | undefined =>
  rules.reduce((filled, { pin, tokens }) => (pin === undefined ? filled : fillIn(filled, tokens, pin)), args);

/** What is wrong with the arguments as they are: the first rule that does not hold, as a sentence. */
export const violation = (rules: readonly CompiledRule[], args: JsonValue | undefined): string | undefined =>
  rules.find(({ tokens, holds, absentIsFine }) => {
    const value = valueAt(args, tokens);
    return value === undefined ? !absentIsFine : !holds(value);
  })?.sentence;
