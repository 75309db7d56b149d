import type { ExecutorMember } from '@pawl/core';
import type { Subject } from '../subject/subject.js';
import type { Mutant } from './mutant.js';

/** A hand-written mutant. */
export const written = (
  law: string,
  member: ExecutorMember | 'dispatch',
  breaks: string,
  more: { readonly subject: (name: string) => Subject; readonly reference?: string },
): Mutant => ({
  id: `${law}/${breaks.replaceAll(/[^a-z0-9]+/gi, '-').toLowerCase()}`,
  law,
  member,
  origin: 'written',
  breaks,
  ...(more.reference === undefined ? {} : { reference: more.reference }),
  subject: () => more.subject(breaks),
});
