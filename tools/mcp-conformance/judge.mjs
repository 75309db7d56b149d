// What a scenario's checks mean: a pure function of them and of what is expected.

const wordsOf = (checks) =>
  checks
    .filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
    .map(({ name, errorMessage }) => errorMessage ?? `${name} says nothing more`);

const found = (checks) => {
  if (checks.some(({ status }) => status === 'FAILURE')) return 'fail';
  if (checks.some(({ status }) => status === 'WARNING')) return 'warning';
  return checks.some(({ status }) => status === 'SUCCESS') ? 'pass' : 'fail';
};

const unexplained = (verdict, words, entry) => {
  if (entry === undefined) return 'no reason is listed for it';
  if (!words.every((word) => entry.shows.some((one) => word.includes(one)))) {
    return `the reason that is listed would show as ${JSON.stringify(entry.shows)}`;
  }
  return entry.kind === 'warning' && verdict === 'fail' ? 'only a warning is listed for it' : undefined;
};

/** The verdict on one scenario; `isGood` is false for whatever must end the run with an error. */
export const judge = ({ name, revisions, checks }, { expected, remarks }) => {
  const verdict = found(checks);
  const words = checks.length === 0 ? ['the suite broke down in it'] : wordsOf(checks);
  const passed = checks.filter(({ status }) => status === 'SUCCESS').length;
  const base = { scenario: name, revisions, passed, words };
  const entry = expected.get(name);
  if (verdict === 'pass') {
    if (entry === undefined) return { ...base, verdict, reason: remarks.get(name) ?? '', isGood: true };
    return { ...base, verdict, reason: 'It is listed as one that does not pass: take it off the list.', isGood: false };
  }
  const gap = unexplained(verdict, words, entry);
  if (gap !== undefined) return { ...base, verdict, reason: `${words.join('; ')} (${gap})`, isGood: false };
  return { ...base, verdict: entry.kind, reason: entry.reason, isGood: true };
};
