import type { Law } from '../law/law.js';
import type { Subject } from '../subject/subject.js';

/** The source text of a test that fails until the violation is mended, for any runner with a global `test`. */
export const testText = (law: Law, subject: Subject, replay: string): string =>
  [
    "import { replay } from '@pawl/testkit';",
    `import { subject } from './subject.js'; // the subject named ${JSON.stringify(subject.name)}`,
    '',
    `test(${JSON.stringify(`${law.id} ${law.slug}`)}, () => replay(subject, ${JSON.stringify(replay)}));`,
  ].join('\n');
