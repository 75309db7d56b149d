// What the report says of MCP proxies, as Markdown: a pure function of what was found.
import { table } from '../table.mjs';

const laws = (rows, keep) => [...new Set(rows.filter(keep).map(({ law }) => law ?? 'no law'))].toSorted();
const listed = (ids) => ids.join(', ') || 'none';
const fronts = { stdio: 'stdio', http: 'Streamable HTTP', sse: 'SSE' };

const compared = ['same', 'added', 'changed'];

const summaryRow = ({ name, version, front, what, rows, failed }) =>
  failed !== undefined
    ? [name, version, fronts[front], what, `did not run here: ${failed}`, '', '', '', '']
    : [
        ...[name, version, fronts[front], what],
        `${rows.filter(({ verdict }) => verdict === 'same').length} of ${rows.filter(({ verdict }) => compared.includes(verdict)).length}`,
        listed(laws(rows, ({ verdict }) => verdict === 'changed')),
        listed(laws(rows, ({ verdict }) => verdict === 'added')),
        listed(laws(rows, ({ verdict }) => verdict === 'let through')),
        listed(laws(rows, ({ verdict }) => verdict === 'held back')),
      ];

const shown = ({ verdict }) => (verdict === 'changed' ? '**changed**' : verdict);

const questionTable = (ran) => {
  const rows = ran[0].rows.map(({ server, law, about }, at) => [
    law ?? '',
    server,
    about,
    ...ran.map((proxy) => shown(proxy.rows[at])),
  ]);
  return table(['law', 'server', 'question', ...ran.map(({ name }) => name)], rows);
};

const changesOf = ({ name, rows }) => {
  const changed = rows.filter(({ verdict }) => verdict === 'changed' || verdict === 'added');
  if (changed.length === 0) return [`**${name}** changes nothing of this.`, ''];
  const items = changed.map(
    ({ law, server, about, details }) => `- ${law ?? 'no law'}, ${server}, ${about}: ${details.join('; ')}`,
  );
  return [`**${name}**`, '', ...items, ''];
};

const byBare = ({ byBare: ratio }) => (ratio === undefined ? '' : `${ratio.toFixed(2)} ×`);

const timeRow = ({ name, front, short, long }) => [
  ...[name, fronts[front]],
  ...[short, long].flatMap((figures) => [String(figures.µs), String(figures.quartile), byBare(figures)]),
];

const timeTable = (times) => {
  const columns = ['median µs', 'lower quartile µs', 'by the bare proxy'];
  const head = ['short', '10 KB'].flatMap((kind) => columns.map((column) => `${kind}: ${column}`));
  return table(['proxy', 'in front', ...head], times.map(timeRow));
};

/** The part of the report about MCP proxies. */
export const proxySection = ({ missing, proxies, times }) => {
  const ran = proxies.filter(({ failed }) => failed === undefined);
  return [
    '## MCP proxies',
    '',
    'Each proxy stands in front of three servers: the official everything and filesystem servers, and a telling server of',
    'this repository, which says what official servers never say. The same messages are sent with and without the proxy, by a',
    'client that keeps every answer as it is. *same*: the answer equals the one without a proxy. *added*: nothing of it is gone,',
    'and something is added. *changed*: it differs; how is told below. *let through*: something ran, or was readable, that a',
    'guard would hold back, as it is without a proxy. *held back*: it did not. A law in the first column is the law that the',
    'question bears on; a question that no law is about has none. None of these proxies',
    'says that it keeps Pawl’s laws, and most are made to carry calls, not to guard them: a row says what happens, not what was',
    'promised. `pawl serve` is looked at in the same way.',
    '',
    ...(missing === undefined ? [] : [`Not looked at: ${missing}.`, '']),
    ...table(
      [
        'proxy',
        'version',
        'in front',
        'how it is run',
        'same',
        'laws: changed',
        'laws: added to',
        'laws: let through',
        'laws: held back',
      ],
      proxies.map(summaryRow),
    ),
    '',
    '### Question by question',
    '',
    ...questionTable(ran),
    '',
    'Only tools pass `pawl serve` and the bare proxy; the bare one is as short as the official packages let it be, and has no',
    'lines for progress or for changes of the list. `mcp-remote` reaches servers over HTTP alone, so it is compared with the same servers',
    'over HTTP, through a relay of messages; over HTTP a server that ends is a stream that ends, with the relay alone too.',
    '',
    '### What is changed',
    '',
    ...ran.flatMap(changesOf),
    '### The time of a call',
    '',
    'The everything server’s `echo`, all proxies running at once and called in turns, call by call, so that a busy machine',
    'slows all alike. The lower quartile is what a call takes where little else wants the processor; *by the bare proxy*',
    'compares the lower quartiles. A proxy reached over HTTP pays for HTTP; `mcp-remote` pays for the HTTP behind it, which the',
    'row *no proxy, over HTTP* shows alone.',
    '',
    ...timeTable(times),
    '',
  ];
};
