import { casesFor } from '@pawl/testkit';
import { subject } from './subject.mjs';

for (const c of casesFor(subject, { profile: 'quick' })) test(c.title, c.run);
