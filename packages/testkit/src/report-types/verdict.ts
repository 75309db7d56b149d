/**
 * What became of a law on a subject. Only `pass` is green.
 *
 * - `vacuous`: no violation, but too few telling cases were met to say anything.
 * - `not-applicable`: the law does not concern this subject, or needs a hook that the subject does not offer.
 * - `inconclusive`: the subject did not settle in time.
 * - `kit-error`: the kit itself failed; never the subject's fault.
 */
export type Verdict = 'pass' | 'fail' | 'vacuous' | 'not-applicable' | 'inconclusive' | 'kit-error';

/** All verdicts, in the order in which reports count them. */
export const verdicts: readonly Verdict[] = ['pass', 'fail', 'vacuous', 'not-applicable', 'inconclusive', 'kit-error'];
