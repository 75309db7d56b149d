import { expect, it } from 'vitest';
import { redLaws } from '../../test/red-laws.js';
import { twins } from './twins.js';

it.each(twins.map((subject) => [subject.name, subject] as const))('lets %s pass every law', async (_name, subject) => {
  expect(await redLaws(subject)).toEqual([]);
});
