import { laws } from '../laws/index.js';
import type { LawResult } from '../report-types/index.js';
import { AdapterError } from '../subject/adapter-error.js';
import { requireSubject } from '../subject/check-adapter.js';
import type { Subject } from '../subject/subject.js';
import { planFor } from './check-conformance.js';
import { readToken } from './replay-token.js';
import { runLaw } from './run-law.js';

/**
 * Runs exactly the counterexample that a token stands for.
 *
 * @throws {AdapterError} for a token that means nothing here.
 */
export const replayResult = async (subject: Subject, token: string): Promise<LawResult> => {
  requireSubject(subject);
  const { law: id, seed, path } = readToken(token);
  const law = laws.find((item) => item.id === id);
  if (law === undefined)
    throw new AdapterError('bad-option', `the token is about law ${id}, which this kit does not have`);
  const { settings } = planFor(subject, { runs: 1 });
  const result = await runLaw(law, subject, settings, { seed, path });
  // One run says nothing about coverage.
  return result.verdict === 'vacuous' ? { ...result, verdict: 'pass' } : result;
};

/**
 * Rejects with the counterexample's text as long as the token's run breaks its law.
 *
 * @throws {AdapterError} for a token that means nothing here.
 * @example
 * ```ts
 * test('FWD-04', () => replay(subject, 'pawl1:FWD-04:123:MA'));
 * ```
 */
export const replay = async (subject: Subject, token: string): Promise<void> => {
  const { verdict, counterexample, reason } = await replayResult(subject, token);
  if (verdict !== 'pass') throw new Error(counterexample?.text ?? `the replay is ${verdict}: ${reason}`);
};
