/** Code units by which a match may begin before its hint, and by which text that has gone out is remembered. */
export const reachBefore = 80;

/** Code units before a match that its pattern may look back at, for example an escape of a terminal's colour. */
export const lookBack = 16;

/** Code units of the longest hint. */
export const longestHint = 32;

/** Code units from a hint in which the built-in patterns match. What is longer goes on by the rule's `tail`. */
export const usualReach = 400;

/** Code units that a stream holds back where it may hold back no more than `most`, beside what the reach takes. */
export const besideReach: number = reachBefore + longestHint;

/** Code units that a stream holds back at most, unless the options say otherwise. */
export const usualHoldBack: number = usualReach + besideReach;
