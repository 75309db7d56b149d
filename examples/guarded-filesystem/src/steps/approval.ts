import type { Step } from '../report.js';
import { brief, type World } from '../world.js';

const query = 'write a short text to a new file';

/** A write that asks, is remembered, and covers nothing else. */
export const approval: readonly Step<World>[] = [
  {
    title: 'A write asks, is approved for the session, and is then remembered',
    run: async ({ tools, call, folder, memory }, page) => {
      const gated = tools(query);
      const args = { path: folder.path('hello.txt'), content: 'hello' };
      const asked = await call(gated, 'write_file', args);
      page.show(`write_file hello.txt → ${brief(asked)}`);
      page.expect('a person is asked first', asked.status === 'pending');
      if (asked.status !== 'pending') return;
      await memory.remember(asked.request, 'call');
      page.show('the person says: yes, and these arguments for the rest of the session');
      for (const time of ['first', 'second']) {
        const written = await call(gated, 'write_file', args);
        page.show(`write_file hello.txt, ${time} time → ${brief(written)}`);
        page.expect(`the ${time} write runs without a question`, written.status === 'executed');
      }
    },
  },
  {
    title: 'The same approval does not cover other arguments',
    run: async ({ tools, call, folder }, page) => {
      const gated = tools(query);
      const other = await call(gated, 'write_file', { path: folder.path('hello.txt'), content: 'other text' });
      page.show(`write_file hello.txt with other text → ${brief(other)}`);
      page.expect('other arguments ask again', other.status === 'pending');
    },
  },
  {
    title: 'A path outside is refused, by policy and by the server',
    run: async ({ tools, base, call }, page) => {
      const refused = await call(tools(query), 'write_file', { path: '/etc/pawl-demo', content: 'x' });
      page.show(`write_file /etc/pawl-demo → ${brief(refused)}`);
      page.expect('the narrowing denies it; nobody is asked', refused.status === 'denied');
      const read = await call(base, 'read_text_file', { path: '/etc/hostname' });
      page.show(`read_text_file /etc/hostname, without any layer → ${brief(read)}`);
      page.expect('the server refuses it, and its error is a failure', read.status === 'failed');
    },
  },
];
