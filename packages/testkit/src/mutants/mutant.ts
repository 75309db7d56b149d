import type { ExecutorMember } from '@pawl/core';
import type { Subject } from '../subject/subject.js';

/** A wrong implementation that breaks the law it names, and that the kit must catch. */
export interface Mutant {
  readonly id: string;
  /** The law that must fail. */
  readonly law: string;
  /** The member that the message must name. */
  readonly member: ExecutorMember | 'dispatch';
  readonly origin: 'generated' | 'written';
  /** What is wrong with it, in a phrase. */
  readonly breaks: string;
  /** Where the like was reported. */
  readonly reference?: string;
  /** Makes the mutant, ready to be checked. */
  readonly subject: () => Subject;
}
