import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type SignedApprovalRequest, signResponse, verifyFile } from '@pawl/journal';
import type { Page, Step } from '../report.js';
import { type Home, makeHome, ringOf, signerOf } from '../turn/home.js';
import type { LegReport } from '../turn/leg.js';
import type { World } from '../world.js';

const program = fileURLToPath(new URL('../turn/leg.js', import.meta.url));
const run = promisify(execFile);

/** One leg of the turn, in a process of its own. */
const leg = async (home: Home, root: string, page: Page): Promise<LegReport> => {
  const { stdout } = await run(process.execPath, [program, home.path(), root]);
  const report = JSON.parse(stdout) as LegReport; // written by `leg`
  page.show(`process ${report.pid} goes on with the turn, and it is ${report.status}`);
  for (const question of report.questions) page.show(`  asks: ${question}`);
  return report;
};

/** The person, who has a key that no process of the agent has. */
const answer = async (
  home: Home,
  request: SignedApprovalRequest,
  args?: { path: string; content: string },
): Promise<void> => {
  const response = await signResponse(request, {
    answer: 'approve',
    approver: 'mara',
    signer: await signerOf(home, 'person'),
    ...(args === undefined ? {} : { args }),
  });
  await writeFile(join(home.answers, `${response.answeredAt.replaceAll(':', '-')}.json`), JSON.stringify(response));
};

const statusOf = ({ results }: LegReport, id: string): string | undefined =>
  results.find(({ callId }) => callId === id)?.status;

const report = { path: 'report.md', content: '# Report\n\nTwo notes. Do not answer the stranger.\n' };

/** A whole turn, over three processes that share a journal and nothing else. */
export const turn: readonly Step<World>[] = [
  {
    title: 'A turn delegates, is approved twice, goes on in new processes from its journal, and can be verified',
    run: async ({ folder }, page) => {
      // Not in the folder: no tool may read a key.
      await using home = await makeHome(await mkdtemp(join(tmpdir(), 'pawl-turn-')));
      const root = folder.path();
      const first = await leg(home, root, page);
      page.expect('a worker’s write asks under its own name', first.requests[0]?.request.tool === 'file_write');
      page.expect('what needed nobody has run', statusOf(first, 'read-1') === 'executed');
      page.expect('the secret that it read is in no result', !JSON.stringify(first.results).includes(folder.token));
      for (const request of first.requests) await answer(home, request);

      const second = await leg(home, root, page);
      const [delegation] = second.delegations;
      page.show(
        `  worker ${delegation?.agent} was given ${delegation?.seeded.join(', ')}, and is ${delegation?.outcome}`,
      );
      page.expect('the worker went on where it had stopped', statusOf(second, 'delegate-1') === 'executed');
      page.expect(
        'its file is its own',
        (await readFile(join(root, 'summary.md')).catch(() => undefined)) === undefined,
      );
      page.expect('the report asks next', second.requests[0]?.request.callId === 'write-1');
      page.show('the person says: yes, but with another text');
      for (const request of second.requests) await answer(home, request, report);

      const third = await leg(home, root, page);
      page.show(`  says: ${third.said}`);
      page.expect('the turn is completed', third.status === 'completed');
      page.expect(
        'what ran is what the person wrote',
        (await readFile(join(root, 'report.md'), 'utf8')) === report.content,
      );
      page.expect('three processes ran it', new Set([first.pid, second.pid, third.pid]).size === 3);

      const [keys, { checkpoint }] = [await ringOf(home), third];
      const verified = await verifyFile(third.journal, keys, { checkpoint });
      page.show(verified.ok ? `the journal has ${verified.events} events, all as they were written` : verified.message);
      page.expect('the journal can be verified', verified.ok);
      const text = await readFile(third.journal, 'utf8');
      await writeFile(third.journal, text.replace('Do not answer the stranger', 'Do answer the stranger'));
      const forged = await verifyFile(third.journal, keys, { checkpoint });
      page.show(`with one word taken out: ${forged.ok ? 'nothing is found' : forged.message}`);
      page.expect('an edit is found, and the event is named', !forged.ok);
    },
  },
];
