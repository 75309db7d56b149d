/** A kind of generated mutant that the laws do not see yet, and what would see it. */
export interface SurvivingKind {
  readonly operator: RegExp;
  readonly members: RegExp;
  readonly reason: string;
}

/**
 * Kinds that are known to survive. A survivor that none of them explains fails the test of the sample; `npm run mutants`
 * lists it as not explained and stays green.
 */
export const survivingKinds: readonly SurvivingKind[] = [
  {
    operator: /^(coalesced|shared)/,
    members: /^(recoverUnadvertised|executeStream|sandboxWouldDeny|postDispatch|forWorker)$/,
    reason: 'concurrent calls of this member that differ in one field are not drawn by a law yet',
  },
  {
    operator: /^failure answered by a second try$/,
    members: /./,
    reason: 'no law counts how often a member that failed is asked again',
  },
];

/** The kind that explains a survivor; `undefined` where none does. */
export const explained = (row: { readonly operator: string; readonly member: string }): SurvivingKind | undefined =>
  survivingKinds.find(({ operator, members }) => operator.test(row.operator) && members.test(row.member));
