import { checkConformance, type Subject } from '../src/index.js';

/** What keeps a right subject from being conformant, a sentence each: none is what its test expects. */
export const redLaws = async (subject: Subject): Promise<readonly string[]> => {
  const { results, conformant } = await checkConformance(subject);
  const red = results
    .filter(({ verdict }) => verdict !== 'pass' && verdict !== 'not-applicable')
    .map(({ lawId, verdict, reason, counterexample }) => `${lawId} ${verdict}: ${counterexample?.text ?? reason}`);
  return conformant || red.length > 0 ? red : ['it is not conformant, though no law is red'];
};
