// Asks the same questions of a server alone and through a proxy, and says what differs.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { direct, directOverHttp } from './contenders.mjs';
import { differences, phrases } from './differences.mjs';
import { calling } from './names.mjs';
import { everythingQuestions, filesystemQuestions, plantFiles } from './official-questions.mjs';
import { open } from './open.mjs';
import { againOf, lastQuestions, tellingQuestions } from './telling-questions.mjs';
import { wireClient } from './wire-client.mjs';

const official = (name) => createRequire(import.meta.url).resolve(`@modelcontextprotocol/${name}/dist/index.js`);
const node = process.execPath;

/** The servers behind, with the questions for each and a tool that it surely has. */
const servers = (folder) => [
  {
    server: 'everything',
    command: [node, official('server-everything'), 'stdio'],
    known: 'echo',
    questions: everythingQuestions,
  },
  {
    server: 'filesystem',
    command: [node, official('server-filesystem'), folder],
    known: 'read_text_file',
    questions: filesystemQuestions(folder),
  },
  {
    server: 'telling',
    command: [node, fileURLToPath(new URL('./telling-server.mjs', import.meta.url))],
    known: 'tell',
    questions: [...tellingQuestions, ...lastQuestions],
  },
];

const answersOf = async (contender, { command, known, questions }) => {
  const run = await open(contender, command);
  const answers = [];
  try {
    const client = await calling(await wireClient(run.transport()), known);
    const again = againOf(run, known, calling);
    for (const { ask } of questions) {
      answers.push(await ask(client, { again }).catch((error) => ({ failed: String(error.message) })));
    }
  } finally {
    answers.push((await run.end()).length);
  }
  return answers;
};

const left = {
  law: undefined,
  told: true,
  about: 'processes that are left six seconds after the client has gone and the proxy was told to end',
};

const guarded = new Map([
  [true, 'let through'],
  [false, 'held back'],
]);

const verdictOf = ({ law, about, guard, told }, [first, second], answer) => {
  const said = { law, about, ...(guard === undefined ? {} : { guard }) };
  if (told) return { ...said, verdict: String(answer), details: [] };
  if (guard !== undefined) return { ...said, verdict: guarded.get(answer) ?? 'not told', details: [] };
  // What two looks at the server itself do not agree in is the server's own, such as a time of day.
  const volatile = new Set(differences(first, second).map(({ path }) => path));
  const found = differences(first, answer).filter(({ path }) => !volatile.has(path));
  const isAddition = found.every(({ was }) => was === undefined);
  return { ...said, verdict: found.length === 0 ? 'same' : isAddition ? 'added' : 'changed', details: phrases(found) };
};

/** What the servers say themselves, twice, over the ways named; to be handed to `compared`. */
export const baselines = async (ways) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pawl-field-files-')));
  plantFiles(folder);
  const asked = [];
  for (const server of servers(folder)) {
    const looks = {};
    for (const [way, contender] of Object.entries({ stdio: direct, http: directOverHttp })) {
      if (ways.has(way)) looks[way] = [await answersOf(contender, server), await answersOf(contender, server)];
    }
    asked.push({ server, looks });
  }
  return { asked, remove: () => rmSync(folder, { recursive: true, force: true }) };
};

/**
 * Every question's verdict for one proxy: `same`, `added` or `changed` with details, `let through`, `held back`, or what was
 * told.
 */
export const compared = async (contender, { asked }) => {
  const rows = [];
  for (const { server, looks } of asked) {
    const [first, second] = looks[contender.behind ?? 'stdio'];
    const answers = await answersOf(contender, server);
    const isLast = server === asked.at(-1).server;
    for (const [at, question] of [...server.questions, ...(isLast ? [left] : [])].entries()) {
      rows.push({ server: server.server, ...verdictOf(question, [first[at], second[at]], answers[at]) });
    }
  }
  return rows;
};
