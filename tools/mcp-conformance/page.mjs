// The results as text and as Markdown: pure functions of what was found.

const cell = (value) => value.replaceAll('|', '\\|').replaceAll('\n', ' ');
const row = (cells) => `| ${cells.map(cell).join(' | ')} |`;

const summary = (verdicts) => {
  const counts = new Map();
  for (const { verdict } of verdicts) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  return [...counts].map(([verdict, count]) => `${count} ${verdict}`).join(', ');
};

/** A table for a terminal. */
export const terminalTable = (verdicts) => {
  const width = Math.max(...verdicts.map(({ scenario }) => scenario.length));
  const lines = verdicts.map(({ scenario, verdict, reason }) =>
    `${scenario.padEnd(width)}  ${verdict.padEnd(11)}  ${reason}`.trimEnd(),
  );
  return [...lines, '', `${verdicts.length} scenarios: ${summary(verdicts)}`, ''].join('\n');
};

/** The page for the docs. */
export const markdownPage = ({ suite, verdicts }) =>
  [
    '# MCP conformance',
    '',
    `The official suite, \`@modelcontextprotocol/conformance\` ${suite}, on \`serveMcp\` of \`@pawl/mcp\`: every server scenario that it`,
    'has, its pending ones included, over Streamable HTTP on loopback. Behind `serveMcp` is an executor with the tools that',
    'the scenarios call. The page is written by `npm run mcp-conformance`; nothing in it is edited by hand.',
    '',
    'A scenario passes when none of its checks fails or warns. “Not offered” is a scenario about something that `serveMcp` does',
    'not have and does not claim; “warning” one in which the suite misses what the protocol recommends and does not require.',
    '',
    `${verdicts.length} scenarios: ${summary(verdicts)}.`,
    '',
    row(['scenario', 'revisions', 'verdict', 'checks passed', 'reason or remark']),
    '|---|---|---|---|---|',
    ...verdicts.map(({ scenario, revisions, verdict, passed, reason }) =>
      row([scenario, revisions.join(', '), verdict, String(passed), reason]),
    ),
    '',
  ].join('\n');
