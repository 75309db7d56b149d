import { expect, it } from 'vitest';
import { failureWordIn, withFailureWord } from './failure-word.js';

const plain = { code: 'tool-error', outcome: 'failed', terminal: false } as const;
const resultWith = (word: object | string) => ({
  content: [],
  isError: true,
  _meta: { kept: 1, 'pawl/failure': { ...Object(word) } },
});

it('takes an error result that says nothing more for a tool that failed', () => {
  expect(failureWordIn({ content: [], isError: true })).toEqual(plain);
  expect(failureWordIn({ content: [], _meta: { 'pawl/failure': 'not-started' } })).toEqual(plain);
});

it('takes the strict answer where a word cannot be read', () => {
  expect(failureWordIn(resultWith({ outcome: 'fine', terminal: 'no', code: 7 }))).toEqual({
    code: 'tool-error',
    outcome: 'unknown',
    terminal: true,
  });
});

it('lets no result say that its tool does not exist', () => {
  expect(failureWordIn(resultWith({ code: 'unknown-tool', outcome: 'failed' }))).toEqual(plain);
});

it('leaves a result alone that says so already, and keeps the rest of its metadata otherwise', () => {
  const result = { content: [], isError: true, _meta: { kept: 1 } };
  expect(withFailureWord(result, plain)).toBe(result);
  const lost = { code: 'source-lost', outcome: 'unknown', terminal: false } as const;
  const told = withFailureWord(result, lost);
  expect(told).toEqual({ ...result, _meta: { kept: 1, 'pawl/failure': { code: 'source-lost', outcome: 'unknown' } } });
  expect(failureWordIn(told)).toEqual(lost);
  expect(withFailureWord(told, lost)).toBe(told);
});
