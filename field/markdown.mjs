// The field report as Markdown: a pure function of what was found.

import { table } from './table.mjs';
import { proxySection } from './wire/markdown.mjs';

const without = ({ control }) => (control === undefined ? '' : control.replace('fail', 'fails too'));

const quoted = (result) => {
  const { lawId, slug, expected, but, blame, chain, scenario, replay } = result;
  return [
    `### ${lawId} ${slug}`,
    '',
    '```text',
    `law:      ${result.statement}`,
    `chain:    ${chain.map(({ name, guilty }) => (guilty ? `[${name}]` : name)).join(' > ')}`,
    `expected: ${expected}`,
    `but:      ${but}`,
    `blame:    ${blame}`,
    `scenario: ${JSON.stringify(scenario)}`,
    `replay:   ${replay}`,
    '```',
    '',
  ];
};

const section = (entry) => {
  const claims = Object.entries(entry.touches).map(([member, kind]) => `\`${member}\` ${kind}`);
  const path =
    entry.members === 'all'
      ? 'Every member is its own.'
      : `Through the library: ${entry.members.map((member) => `\`${member}\``).join(', ')}. Of the other members the library has no notion; ` +
        'they go straight to the executor behind it, and no law that looks only at them was run.';
  const hasControl = entry.results.some(({ control }) => control !== undefined);
  return [
    `## ${entry.name}`,
    '',
    `${entry.version === undefined ? 'No library' : `\`${entry.library}\` ${entry.version}`}: ${entry.what}. It says that it touches ${claims.length === 0 ? 'nothing' : claims.join(', ')}. ${path}`,
    '',
    ...table(
      ['law', 'verdict', ...(hasControl ? ['the same path without the wrapper'] : []), 'remark'],
      entry.results.map((result) => [
        `${result.lawId} ${result.slug}`,
        result.verdict,
        ...(hasControl ? [without(result)] : []),
        [result.reason, result.remark].filter((part) => part !== undefined).join('; '),
      ]),
    ),
    '',
    ...entry.results.filter(({ verdict }) => verdict === 'fail').flatMap(quoted),
  ];
};

const summary = ({ name, library, version, results }) => {
  const ids = (keep) =>
    results
      .filter(keep)
      .map(({ lawId }) => lawId)
      .join(', ') || 'none';
  return [
    name,
    version === undefined ? 'none' : `${library} ${version}`,
    String(results.filter(({ verdict }) => verdict === 'pass').length),
    ids(({ verdict, control }) => verdict === 'fail' && control !== 'fail'),
    ids(({ verdict, control }) => verdict === 'fail' && control === 'fail'),
    ids(({ verdict }) => verdict !== 'pass' && verdict !== 'fail'),
  ];
};

/** What is written to `docs/field-report.md`. */
export const fieldMarkdown = ({ seed, runs, entries, survey }) =>
  [
    '# Field report',
    '',
    'The laws of the contract, run on wrappers as they are written elsewhere. Two are hand-written in the usual way; three are',
    'small wrappers inside somebody else’s library, at a pinned version, with the library’s own code on the path of every call;',
    'the rest are MCP proxies, each a program of its own, which are also [compared on the wire](#mcp-proxies) with no proxy at all.',
    'Each says what it touches and is held to every other law that concerns it. The page is written by `npm run field-report`;',
    `nothing in it is edited by hand. Seed ${seed}, ${runs} runs a law. Random ids that a library makes up are shown as \`<uuid>\`.`,
    '',
    'A verdict speaks of the wrapper as it is bridged here, not of a library as a whole. Where a law also fails on the same path',
    'without the wrapper, the library or the bridge is what breaks it, and the wrapper is not to blame.',
    '',
    ...table(
      ['wrapper', 'library', 'laws kept', 'broken by the wrapper', 'broken without it too', 'nothing shown'],
      entries.map(summary),
    ),
    '',
    ...proxySection(survey),
    ...entries.flatMap(section),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
