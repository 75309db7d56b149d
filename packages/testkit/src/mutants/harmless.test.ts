import { describe, expect, it } from 'vitest';
import { redLaws } from '../../test/red-laws.js';
import { checkConformance } from '../run/index.js';
import { harmless } from './harmless.js';
import { harmlessCallers } from './harmless-callers.js';
import { nullCallers } from './null-callers.js';
import { nullExecutors } from './null-executors.js';

describe('harmless rewrites', () => {
  it.each([...harmless, ...harmlessCallers].map((subject) => [subject.name, subject] as const))(
    'lets %s pass every law',
    async (_name, subject) => {
      expect(await redLaws(subject)).toEqual([]);
    },
  );
});

describe('null executors and callers', () => {
  it.each([...nullExecutors, ...nullCallers].map((subject) => [subject.name, subject] as const))(
    'never takes %s for a sound one',
    async (_name, subject) => {
      const { conformant, counts } = await checkConformance(subject, { runs: 20, patienceMs: 50 });
      expect(conformant).toBe(false);
      expect(counts.fail).toBeGreaterThan(0);
    },
  );
});
