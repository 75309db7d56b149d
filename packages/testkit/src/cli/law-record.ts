import type { JsonObject } from '@pawl/core';
import type { Law } from '../law/law.js';

/** A law as plain JSON: everything but its check. */
export const lawRecord = (law: Law): JsonObject => ({
  id: law.id,
  slug: law.slug,
  level: law.level,
  subjects: [...law.subjects],
  statement: law.statement,
  intent: law.intent,
  whereToLook: law.whereToLook,
  members: [...law.members],
  needs: law.needs.map((need) => ({ ...need })),
  minimumCoverage: law.minimumCoverage,
});
