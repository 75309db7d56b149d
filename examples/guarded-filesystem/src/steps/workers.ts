import { dispatch, stack, type ToolExecutor, type WorkerScope } from '@pawl/core';
import { redaction } from '@pawl/decorators';
import { registry } from '@pawl/registry';
import { workspace } from '@pawl/workspace';
import type { Step } from '../report.js';
import { brief, type World } from '../world.js';

const scope = (workerId: string): WorkerScope => ({
  workerId,
  shareIn: ['notes'],
  ceiling: { allow: ['notes/*.md'], maxFiles: 5, maxBytes: 100_000 },
});

/** One call that the demo's person says yes to. */
const approved = async (tools: ToolExecutor, tool: string, args: object): ReturnType<typeof dispatch> => {
  const call = { id: `worker-${tool}`, tool, args, session: 'demo' };
  const asked = await dispatch(tools, call);
  return asked.status === 'pending' ? dispatch(tools, call, { approved: asked.request }) : asked;
};

const text = async (tools: ToolExecutor, path: string): Promise<string> =>
  brief(await approved(tools, 'file_read', { path }));

/** Workers that really have files: a fenced workspace instead of a server. */
export const workers: readonly Step<World>[] = [
  {
    title: 'Two workers get copies of what they may see, and never meet',
    run: async ({ folder }, page) => {
      const files = registry([
        { name: 'files', executor: workspace({ root: folder.root }), origin: 'local-sandbox', capabilities: 'owner' },
      ]);
      const parent = stack(redaction())(files);
      const roots = await Promise.all(['ada', 'bob'].map((id) => parent.forWorker(scope(id))));
      const [ada, bob] = roots.flatMap((root) => (root.kind === 'rooted' ? [root] : []));
      if (ada === undefined || bob === undefined)
        throw new Error(`not rooted: ${roots.map(({ kind }) => kind).join(', ')}`);
      page.show(`each is given ${ada.seeded.join(', ')}`);
      page.expect(
        'only what the ceiling admits is copied',
        ada.seeded.every((path) => /^notes\/\w+\.md$/.test(path)),
      );
      await approved(ada.executor, 'file_write', { path: 'notes/mail.md', content: 'from ada' });
      await approved(bob.executor, 'file_write', { path: 'notes/mail.md', content: 'from bob' });
      const seen = await Promise.all([parent, ada.executor, bob.executor].map((tools) => text(tools, 'notes/mail.md')));
      page.show(`ada reads → ${seen[1]}`);
      page.show(`bob reads → ${seen[2]}`);
      page.show(`their parent reads → ${seen[0]}`);
      page.expect(
        'each reads its own',
        seen[1]?.includes('from ada') === true && seen[2]?.includes('from bob') === true,
      );
      page.expect("their parent's file is as it was", seen[0]?.includes('From a stranger') === true);
      const deploy = await text(ada.executor, 'notes/deploy.md');
      page.show(`ada reads the deploy notes → ${deploy}`);
      page.expect(
        'a worker is redacted like its parent',
        deploy.includes('[redacted:') && !deploy.includes(folder.token),
      );
    },
  },
  {
    title: 'A worker that asks for too much, or for a way out, is refused',
    run: async ({ folder }, page) => {
      const parent = workspace({ root: folder.root });
      for (const shareIn of [['LICENSE'], ['../'], ['notes', 'missing.md']]) {
        const root = await parent.forWorker({ ...scope('eve'), shareIn });
        page.show(`share in ${shareIn.join(', ')} → ${root.kind === 'refused' ? root.error.message : root.kind}`);
        page.expect(`${shareIn.join(', ')} is refused as a whole`, root.kind === 'refused');
      }
    },
  },
  {
    title: 'A command runs in a sandbox, or not at all',
    run: async ({ folder }, page) => {
      const tools = workspace({ root: folder.root });
      const ran = await approved(tools, 'shell_exec', { command: 'cat notes/mail.md && touch /etc/pawl-was-here' });
      page.show(`shell_exec → ${brief(ran)}`);
      const refused = ran.status === 'failed' && /bubblewrap/i.test(ran.failure.message);
      const fenced = ran.status === 'executed' && JSON.stringify(ran.execution.output).includes('From a stranger');
      page.expect('it reads what is inside and cannot write outside, or says what to install', refused || fenced);
    },
  },
];
