import { expect, it } from 'vitest';
import { listeners } from './listeners.js';

it('does not call a listener that an earlier one has just removed', () => {
  const { add, fire } = listeners();
  const called: string[] = [];
  add(() => {
    called.push('first');
    stopSecond();
  });
  const stopSecond = add(() => called.push('second'));
  fire();
  fire();
  expect(called).toEqual(['first', 'first']);
});

it('calls a function that was added twice twice, and once after one of the two is removed', () => {
  const { add, fire } = listeners();
  let calls = 0;
  const listener = (): void => void calls++;
  const stop = add(listener);
  add(listener);
  fire();
  stop();
  stop();
  fire();
  expect(calls).toBe(3);
});

it('refuses a listener that is no function', () => {
  expect(() => listeners().add(5 as never)).toThrow(/must be a function/u);
});
