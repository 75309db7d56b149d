import { casesFor } from '@pawl/testkit';
import { describe, it } from 'vitest';
import { turnSubject } from './caller-subject.js';

describe('the laws about callers, over random batches, answers and crashes', () => {
  for (const { title, run } of casesFor(turnSubject)) it(title, run);
});
