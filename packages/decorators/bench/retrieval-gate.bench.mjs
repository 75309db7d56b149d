// The retrieval gate beside MiniSearch, in one run: ratios hold on any machine, times on this one alone.
// PAWL_DATA, where set, names a folder with retrieval data sets (`{ tools, queries }`) to measure recall on.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineExecutor } from '@pawl/core';
import { retrievalGate } from '@pawl/decorators/retrieval-gate';
import MiniSearch from 'minisearch';
import { stemmer } from 'stemmer';

export const name = 'retrieval-gate';

const size = 5_000;
const rounds = 200;
const fixture = new URL('../test/fixtures/retrieval/metatool-sample.json', import.meta.url);

/** A small generator with a seed of its own (mulberry32), so that every run sees the same catalogue. */
const random = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
};

const words = (text) => text.toLowerCase().match(/[a-z]{3,}/g) ?? [];

/** Specs of the usual size, of words as they are spread in real descriptions. */
const generated = (sample) => {
  const next = random(1);
  const vocabulary = sample.tools.flatMap(({ description }) => words(description));
  const some = (count) =>
    Array.from({ length: count }, () => vocabulary[Math.floor(next() * vocabulary.length)] ?? 'tool');
  return Array.from({ length: size }, (_, at) => ({
    name: `${some(3).join('_')}_${at}`,
    description: some(25).join(' '),
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(some(4).map((word) => [word, { type: 'string', description: some(8).join(' ') }])),
    },
  }));
};

const base = (specs) => defineExecutor({ workspace: 'none', specs: () => specs });

const median = (times) => times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;

const timed = (queries, ask) =>
  median(
    queries.map((query) => {
      const start = performance.now();
      ask(query);
      return performance.now() - start;
    }),
  );

const miniSearch = (specs) => {
  const index = new MiniSearch({
    fields: ['name', 'text'],
    tokenize: (text) => text.replace(/([a-z\d])([A-Z])/g, '$1 $2').match(/[\p{L}\p{N}]+/gu) ?? [],
    processTerm: (term) => stemmer(term.toLowerCase()),
    searchOptions: { boost: { name: 2 } },
  });
  index.addAll(
    specs.map(({ name: tool, description, inputSchema }, id) => ({
      id,
      name: tool,
      text: `${description} ${Object.entries(inputSchema.properties ?? {})
        .map(([key, property]) => `${key} ${property.description ?? ''}`)
        .join(' ')}`,
    })),
  );
  return index;
};

const speed = (sample) => {
  const specs = generated(sample);
  const executor = base(specs);
  const queries = Array.from({ length: rounds }, (_, at) => sample.queries[at % sample.queries.length].q);
  const ask = (query) => retrievalGate({ query, k: 10 })(executor).specs();
  const start = performance.now();
  ask(queries[0]);
  const build = performance.now() - start;
  const query = timed(queries, ask);
  const otherStart = performance.now();
  const other = miniSearch(specs);
  const otherBuild = performance.now() - otherStart;
  const otherQuery = timed(queries, (text) => other.search(text).slice(0, 10));
  return [
    { name: `index of ${size} specs, built once`, unit: 'ms', value: build },
    { name: `query over ${size} specs, median`, unit: 'ms', value: query, target: '< 2', ok: query < 2 },
    { name: 'MiniSearch: index / ours', unit: '×', value: otherBuild / build },
    { name: 'MiniSearch: query / ours', unit: '×', value: otherQuery / query, target: '> 1', ok: otherQuery > query },
  ];
};

/** The share of what a query needs that is among the best five, over at most 1,000 queries. */
const recall = ({ tools, queries }, label) => {
  // Real catalogues hold one name twice; the gate does not mind, and an id tells them apart here.
  const specs = tools.map(({ id, name: tool, description, params, inputSchema }) => ({
    id: id ?? tool,
    name: tool,
    description,
    inputSchema: inputSchema ?? { type: 'object', properties: params ? { _: { description: params } } : {} },
  }));
  const executor = base(specs);
  const asked = queries.slice(0, 1_000);
  let found = 0;
  for (const { q, rel, relGroups } of asked) {
    const advertised = new Set(
      retrievalGate({ query: q, k: 5 })(executor)
        .specs()
        .map(({ id }) => id),
    );
    const groups = relGroups ?? rel.map((id) => [id]);
    found += groups.filter((group) => group.some((id) => advertised.has(id))).length / groups.length;
  }
  return { name: `recall@5, ${label}, ${asked.length} queries`, unit: '%', value: (100 * found) / asked.length };
};

const dataSets = (sample) => {
  const folder = process.env.PAWL_DATA;
  if (folder === undefined) return [recall(sample, 'a sample of MetaTool')];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => recall(JSON.parse(readFileSync(join(folder, file), 'utf8')), file));
};

export async function run() {
  const sample = JSON.parse(readFileSync(fixture, 'utf8'));
  return [...speed(sample), ...dataSets(sample)];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const { name: row, value, unit, target } of await run()) {
    console.log(`${row}: ${value.toFixed(2)} ${unit}${target === undefined ? '' : ` (target ${target})`}`);
  }
}
