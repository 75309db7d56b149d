import { casesFor } from '@pawl/testkit';
import { describe, it } from 'vitest';
import { journalSubject, turnSubject } from './caller-subject.js';

describe('the laws about callers, over random batches, answers and crashes', () => {
  for (const { title, run } of casesFor([turnSubject, journalSubject])) it(title, run);
});
