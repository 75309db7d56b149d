import type { Law } from '../law/law.js';

/** A law with the parts that most laws share: level must, no needs, ten telling cases. */
export const lawOf = (
  law: Pick<Law, 'id' | 'slug' | 'subjects' | 'statement' | 'intent' | 'whereToLook' | 'members' | 'check'> &
    Partial<Law>,
): Law => Object.freeze({ level: 'must', needs: [], minimumCoverage: 10, ...law });
