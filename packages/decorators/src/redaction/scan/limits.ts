/** Code units from its hint within which a pattern must have matched. What is longer goes on by the rule's `tail`. */
export const reachAfter = 400;

/** Code units by which a match may begin before its hint, and by which text that has gone out is remembered. */
export const reachBefore = 80;

/** Code units of the longest hint. */
export const longestHint = 32;

/** Code units that a stream holds back at most, before what has begun to match. */
export const holdBack: number = reachBefore + reachAfter + longestHint;
