// Runs the laws on other people's wrappers and writes docs/field-report.md; `--json` prints what was found instead.
import { readFileSync, writeFileSync } from 'node:fs';
import { checkConformance, laws, wrapperSubject } from '@pawl/testkit';
import { adapter as aiSdk } from './adapters/ai-sdk.mjs';
import { adapter as classWrapper } from './adapters/class-wrapper.mjs';
import { adapter as langchain } from './adapters/langchain.mjs';
import { adapter as mcpProxy } from './adapters/mcp-proxy.mjs';
import { adapter as proxyWrapper } from './adapters/proxy-wrapper.mjs';
import { fieldMarkdown } from './markdown.mjs';
import { survey } from './wire/survey.mjs';

const options = { seed: 1, runs: 30 };
const root = new URL('../', import.meta.url);

const versionOf = (library) =>
  JSON.parse(readFileSync(new URL(`node_modules/${library}/package.json`, root), 'utf8')).version;

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const settled = (value) => JSON.parse(JSON.stringify(value).replaceAll(uuid, '<uuid>'));

// A law that looks at no member of the library says nothing about it.
const concerning = (members) =>
  members === undefined
    ? []
    : laws.filter((law) => law.members.some((member) => members.includes(member))).map(({ id }) => id);

const check = async ({ name, members, touches, patienceMs }, wrap, asked) => {
  const report = await checkConformance(wrapperSubject({ name, touches, wrap }), {
    ...options,
    ...(patienceMs === undefined ? {} : { patienceMs }),
    laws: asked ?? concerning(members),
  });
  return report.results.filter(({ verdict }) => verdict !== 'not-applicable');
};

const entryFor = async (adapter) => {
  const { name, library, version, what, touches, members = 'all', control, remarks = {} } = adapter;
  const results = await check(adapter, adapter.wrap);
  const red = results.filter(({ verdict }) => verdict !== 'pass').map(({ lawId }) => lawId);
  const controls = new Map(
    control === undefined || red.length === 0
      ? []
      : (await check(adapter, control, red)).map(({ lawId, verdict }) => [lawId, verdict]),
  );
  return {
    name,
    ...(library === undefined ? {} : { library, version: version ?? versionOf(library) }),
    what,
    touches,
    members,
    results: results.map(({ counterexample, lawId, ...result }) => ({
      lawId,
      slug: result.slug,
      statement: result.statement,
      verdict: result.verdict,
      ...(result.reason === undefined ? {} : { reason: result.reason }),
      ...(result.verdict === 'pass' || remarks[lawId] === undefined ? {} : { remark: remarks[lawId] }),
      ...(controls.has(lawId) ? { control: controls.get(lawId) } : {}),
      ...(counterexample === undefined
        ? {}
        : {
            member: counterexample.member,
            expected: counterexample.expected,
            but: counterexample.but,
            blame: counterexample.blame,
            chain: counterexample.chain,
            scenario: counterexample.scenario,
            replay: counterexample.replay,
          }),
    })),
  };
};

// A law that gives up on one of several calls leaves the other ones rejected behind it.
process.on('unhandledRejection', (error) => {
  if (error?.name !== 'NotSettled') throw error;
});

const entries = [];
for (const adapter of [classWrapper, proxyWrapper, aiSdk, langchain, mcpProxy]) entries.push(await entryFor(adapter));
const { entries: ofProxies, ...rest } = await survey(entryFor);
const found = settled({ ...options, entries: [...entries, ...ofProxies], survey: rest });

if (process.argv.includes('--json')) process.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
else {
  writeFileSync(new URL('docs/field-report.md', root), fieldMarkdown(found));
  process.stdout.write('docs/field-report.md is written\n');
}
// The libraries leave timers and transports open.
process.exit();
