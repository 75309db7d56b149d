// Measures routing among many tools, beside a bare Map, and the building of the registry. Figures are of one run.
import { pathToFileURL } from 'node:url';
import { defineExecutor } from '@pawl/core';
import { compileSchema, registry, toolset } from '@pawl/registry';

export const name = 'registry';

const toolCount = 10_000;
const sourceCount = 10;
const inputSchema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };

const specsOf = (source) =>
  Object.freeze(
    Array.from({ length: toolCount / sourceCount }, (_, index) =>
      Object.freeze({ name: `s${source}_tool_${index}`, description: 'does something', inputSchema }),
    ),
  );

const catalogues = Array.from({ length: sourceCount }, (_, source) => specsOf(source));

/** Executors that answer `owns` from a Map of their own, as any real one does. */
const makeSources = () =>
  catalogues.map((specs, index) => {
    const own = new Set(specs.map((spec) => spec.name));
    const executor = defineExecutor({ workspace: 'none', specs: () => specs, owns: (tool) => own.has(tool) });
    return { name: `s${index}`, origin: 'first-party', executor };
  });

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const timed = (action) => {
  const start = performance.now();
  action();
  return performance.now() - start;
};

/** Nanoseconds for each of the contenders, measured in turns, so that a busy machine slows all alike. */
const perLookup = (contenders, names) => {
  const rounds = 41;
  const samples = contenders.map(() => []);
  let hits = 0;
  for (let turn = 0; turn < rounds; turn++) {
    contenders.forEach((look, index) => {
      const round = timed(() => {
        for (const tool of names) if (look(tool)) hits++;
      });
      samples[index].push(round);
    });
  }
  if (hits === 0) throw new Error('no name was found');
  return samples.map((list) => (median(list.slice(5)) * 1e6) / names.length);
};

export async function run() {
  const rows = [];
  const add = (row) => {
    const ok = row.target === undefined ? undefined : row.value <= row.target;
    rows.push({ ...row, value: Math.round(row.value * 100) / 100, ...(ok === undefined ? {} : { ok }) });
  };

  const sources = makeSources();
  const builds = Array.from({ length: 9 }, () => timed(() => registry(sources)));
  add({
    name: `build a registry of ${toolCount} tools from ${sourceCount} sources, first`,
    unit: 'ms',
    value: builds[0],
    target: 50,
  });
  add({
    name: `build a registry of ${toolCount} tools from ${sourceCount} sources`,
    unit: 'ms',
    value: median(builds),
    target: 50,
  });

  // Names that are other string objects than the keys, as those of a model's calls are.
  const shuffled = catalogues
    .flat()
    .map((spec, index) => ({ tool: JSON.parse(JSON.stringify(spec.name)), key: (index * 7919) % toolCount }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ tool }) => tool);
  const map = new Map(catalogues.flat().map((spec) => [spec.name, spec]));
  const all = Object.freeze(catalogues.flat());
  const executor = defineExecutor({ specs: () => all, owns: (tool) => map.has(tool) });
  const one = registry([{ name: 'all', origin: 'first-party', executor }]);
  const ten = registry(sources);
  const [bare, owns, ownerOf, ownsOfTen, ownerOfTen] = perLookup(
    [
      (tool) => map.get(tool) !== undefined,
      (tool) => one.owns(tool),
      (tool) => one.ownerOf(tool) !== undefined,
      (tool) => ten.owns(tool),
      (tool) => ten.ownerOf(tool) !== undefined,
    ],
    shuffled,
  );
  add({ name: `Map.get among ${toolCount}`, unit: 'ns', value: bare });
  add({ name: 'owns, one source, beside Map.get', unit: 'x', value: owns / bare, target: 3 });
  add({ name: 'routing, one source, beside Map.get', unit: 'x', value: ownerOf / bare, target: 3 });
  add({ name: `owns, ${sourceCount} sources, beside Map.get`, unit: 'x', value: ownsOfTen / bare, target: 3 });
  add({ name: `routing, ${sourceCount} sources, beside Map.get`, unit: 'x', value: ownerOfTen / bare, target: 3 });

  const definitions = catalogues.flat().map((spec) => ({ ...spec, input: inputSchema, run: () => 1 }));
  add({ name: `build a toolset of ${toolCount} functions`, unit: 'ms', value: timed(() => toolset(definitions)) });

  const check = compileSchema(inputSchema);
  const values = Array.from({ length: 10_000 }, (_, index) => ({ path: `file-${index}` }));
  const [checking] = perLookup([(value) => check(value).length === 0], values);
  add({ name: 'check a value against a compiled schema', unit: 'ns', value: checking });
  return rows;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.table(await run());
}
