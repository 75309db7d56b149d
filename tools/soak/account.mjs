// The account of a run: a pure function of what was planned, what clients were told, what servers said, and the ledger.
import { kindOf } from './plan.mjs';

const outcomes = new Set(['not-started', 'failed', 'unknown']);

const countBy = (items, keyOf) => {
  const counts = new Map();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
};

const groupBy = (items, keyOf) => {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
};

const servedAs = ({ status, code, outcome }) => status ?? `${code}/${outcome}`;

/** What is wrong with what the client was told. */
const wrongWithEnd = (record, traits) => {
  const { status, code, outcome, kind, disturbed, wrong } = record;
  if (wrong !== undefined) return wrong;
  if (status === 'unsettled') return 'never settled';
  if (status !== 'executed' && status !== 'failed') return `ended as ${status}: ${record.message}`;
  if (status === 'failed' && typeof code !== 'string') return 'failed without a code';
  if (status === 'failed' && traits.includes('pawl') && !outcomes.has(outcome)) return 'failed without an outcome';
  if (!disturbed && !kindOf(kind).ends.includes(status))
    return `ended as ${status} ${code ?? ''}: ${record.message ?? ''}`;
  return undefined;
};

/** What is wrong with how often the program ran. */
const wrongWithRuns = ({ status, outcome, kind, disturbed }, runs) => {
  const expected = kindOf(kind).runs;
  if (runs > 1) return `ran ${runs} times`;
  if (expected === 'never' && runs > 0) return 'ran, though it must not';
  if (expected !== 'never' && status === 'executed' && runs === 0) return 'was said to be executed, and never ran';
  if (outcome === 'not-started' && runs > 0) return 'was said not to have started, and ran';
  return expected === 'once' && !disturbed && runs === 0 ? 'never ran' : undefined;
};

/** What is wrong with what the server's own dispatch said. */
const wrongWithServed = ({ status, outcome, kind, disturbed }, served, { runs, traits }) => {
  const { served: allowed, runs: expected } = kindOf(kind);
  if (served.length > 1) return `its server answered it ${served.length} times`;
  const [said] = served;
  if (status === 'executed' && said?.status !== 'executed') return 'was executed without its server knowing';
  if (said === undefined) return undefined;
  if (said.outcome === 'not-started' && runs > 0) return 'its server said that it had not started, and it ran';
  if (said.outcome === 'unknown' && outcome !== 'unknown' && traits.includes('pawl')) {
    return `its server said that it may have run, and the client ${outcome ?? status}`;
  }
  if (said.status === 'executed' && expected !== 'never' && runs !== 1)
    return `its server executed it, and it ran ${runs} times`;
  return allowed !== undefined && !disturbed && !allowed.includes(servedAs(said))
    ? `its server said ${servedAs(said)}`
    : undefined;
};

const problemOf = (own, { served, runs, traits }) => {
  if (own.length !== 1) return `has ${own.length} outcomes`;
  const [record] = own;
  return (
    wrongWithEnd(record, traits) ?? wrongWithRuns(record, runs) ?? wrongWithServed(record, served, { runs, traits })
  );
};

/**
 * Accounts for every planned call.
 *
 * @returns `violations`, a sentence each, and `counts` of calls by how they ended.
 */
export const account = ({ plans, records, served, ledger, lanes }) => {
  const byKey = groupBy(records, ({ key }) => key);
  const servedByKey = groupBy(served, ({ key }) => key);
  const runsByKey = countBy(ledger, (key) => key);
  const violations = [];
  for (const plan of plans) {
    const { name, traits } = lanes[plan.lane];
    const served = servedByKey.get(plan.key) ?? [];
    const runs = runsByKey.get(plan.key) ?? 0;
    const own = byKey.get(plan.key) ?? [];
    const problem = problemOf(own, { served, runs, traits });
    if (problem === undefined) continue;
    const context = [
      `runs: ${runs}`,
      `its server: ${served.map(servedAs).join(', ') || 'nothing'}`,
      ...own.map(({ ms, quietMs, cause }) => `${ms} ms, ${quietMs} ms after the last fault, cause: ${cause}`),
    ].join('; ');
    violations.push(`${plan.key} (${plan.kind}; ${name}) ${problem} (${context})`);
  }
  const planned = new Set(plans.map(({ key }) => key));
  for (const key of runsByKey.keys()) if (!planned.has(key)) violations.push(`${key} ran, and nobody called it`);
  return {
    violations,
    counts: Object.fromEntries(
      countBy(records, ({ status, outcome, code }) =>
        status === 'executed' ? status : `${status}: ${outcome ?? `official client, ${code}`}`,
      ),
    ),
    kinds: Object.fromEntries(countBy(records, ({ kind }) => kind)),
    runs: ledger.length,
  };
};
