import { bareScope, dispatchStream, explain } from '@pawl/core';
import type { Step } from '../report.js';
import { brief, type World } from '../world.js';

/** A withheld tool, workers, untrusted content, and who is behind each verdict. */
export const policy: readonly Step<World>[] = [
  {
    title: 'A narrowed tool is refused on every path',
    run: async ({ base, tools, call, folder }, page) => {
      const gated = tools('move or rename a file');
      const args = { source: folder.path('LICENSE'), destination: folder.path('GONE') };
      const hidden = base.specs().filter(({ name }) => name === 'move_file');
      page.expect('the server does have move_file', hidden.length === 1);
      page.expect(
        'it is not advertised',
        gated.specs().every(({ name }) => name !== 'move_file'),
      );
      page.expect('nobody owns it', !gated.owns('move_file'));
      const byName = await call(gated, 'move_file', args);
      page.show(`move_file by name → ${brief(byName)}`);
      page.expect('called by name it is unknown', byName.status === 'failed');
      const forced = await call(gated, 'move_file', args, { advertised: hidden });
      page.show(`move_file, falsely advertised → ${brief(forced)}`);
      page.expect('falsely advertised it is refused', forced.status !== 'executed' && forced.status !== 'pending');
      const streamed = await dispatchStream(gated, { id: 's', tool: 'move_file', args }, { advertised: hidden });
      page.expect('as a stream it is refused', streamed.status !== 'streaming');
      const direct = await gated.execute({ id: 'd', tool: 'move_file', args, attempt: 1 }).then(
        () => 'ran',
        (failure: { code: string }) => failure.code,
      );
      page.show(`move_file, past the gate and straight to the stack → ${direct}`);
      page.expect('past the gate it is refused', direct !== 'ran');
      const recovered = await gated.recoverUnadvertised({ id: 'r', tool: 'move_file', args, attempt: 1 });
      page.expect(
        'recovery does not offer it',
        recovered.every(({ name }) => name !== 'move_file'),
      );
    },
  },
  {
    title: 'A worker gets a folder and a stack of its own, or none at all',
    run: async ({ tools, call, folder }, page) => {
      const gated = tools('write a short text to a new file');
      const root = await gated.forWorker(bareScope('worker-1'));
      page.expect('the worker is re-rooted', root.kind === 'rooted');
      if (root.kind !== 'rooted') return;
      const outside = await call(
        root.executor,
        'read_text_file',
        { path: folder.path('LICENSE') },
        advertiseAll(root.executor),
      );
      page.show(`the worker reads its parent's LICENSE → ${brief(outside)}`);
      page.expect("it cannot reach its parent's files", outside.status === 'failed');
      const args = { path: folder.path('hello.txt'), content: 'hello' };
      const write = await call(root.executor, 'write_file', args);
      page.show(`the worker repeats the write that its parent may → ${brief(write)}`);
      page.expect("it has none of its parent's approvals", write.status === 'pending');
      page.expect('it is narrowed like its parent', !root.executor.owns('move_file'));
      const greedy = { ...bareScope('worker-2'), shareIn: ['notes/deploy.md'] };
      const refused = await gated.forWorker(greedy);
      page.show(
        `a worker that wants notes/deploy.md → ${refused.kind === 'refused' ? refused.error.message : refused.kind}`,
      );
      page.expect('what the ceiling does not admit refuses the whole worker', refused.kind === 'refused');
    },
  },
  {
    title: 'After untrusted content was read, what goes out needs a person',
    run: async ({ tools, call, outbox }, page) => {
      const gated = tools('read the mail and send a report to an address outside');
      const args = { to: 'team@example.com', text: 'all is well' };
      const before = await call(gated, 'send_report', args);
      page.show(`send_report in a clean context → ${brief(before)}`);
      page.expect('it goes out', before.status === 'executed' && outbox.length === 1);
      const mail = await call(gated, 'read_mail', {});
      page.show(`read_mail → ${brief(mail)}`);
      const untrusted = mail.status === 'executed' && mail.untrusted;
      page.expect('what was read is untrusted', untrusted);
      const after = await call(gated, 'send_report', args, { taint: untrusted ? 'tainted' : 'clean' });
      page.show(`send_report afterwards → ${brief(after)}`);
      page.expect('now a person is asked', after.status === 'pending');
      page.expect('and nothing went out', outbox.length === 1);
    },
  },
  {
    title: 'explain names the layer behind each verdict',
    run: async ({ tools, folder }, page) => {
      const gated = tools('write a short text to a new file');
      const cases = [
        {
          tool: 'write_file',
          args: { path: '/etc/x', content: '' },
          taint: 'clean',
          verdict: 'deny',
          layer: 'narrowing',
        },
        {
          tool: 'get_file_info',
          args: { path: folder.root },
          taint: 'clean',
          verdict: 'invalid',
          layer: 'retrieval-gate',
        },
        {
          tool: 'write_file',
          args: { path: folder.path('new.txt'), content: '' },
          taint: 'clean',
          verdict: 'ask',
          layer: 'base',
        },
      ] as const;
      for (const { tool, args, taint, verdict, layer } of cases) {
        const explanation = await explain(gated, { id: 'e', tool, args, session: 'demo' }, { taint });
        page.show(
          `${tool}: ${explanation.verdict}, because of ${explanation.layer}${explanation.reason === undefined ? '' : `: ${explanation.reason}`}`,
        );
        page.expect(
          `${tool} is ${verdict} because of ${layer}`,
          explanation.verdict === verdict && explanation.layer === layer,
        );
      }
    },
  },
];

const advertiseAll = (executor: { specs(): readonly { name: string }[] }): object => ({
  advertised: [...executor.specs(), { name: 'read_text_file', description: '', inputSchema: {} }],
});
