import { dispatchStream } from '@pawl/core';
import type { Step } from '../report.js';
import { brief, type World } from '../world.js';

/** A secret in a real file, read whole and streamed. */
export const secrets: readonly Step<World>[] = [
  {
    title: 'A secret in a file is redacted',
    run: async ({ tools, call, folder }, page) => {
      const gated = tools('read the text of a file');
      const read = await call(gated, 'read_text_file', { path: folder.path('notes', 'deploy.md') });
      page.show(`read_text_file notes/deploy.md → ${brief(read)}`);
      page.expect('the file was read', read.status === 'executed');
      page.expect('the token is nowhere in what came back', !JSON.stringify(read).includes(folder.token));
      const redactions = read.status === 'executed' ? (read.execution.redactions ?? []) : [];
      page.show(`redactions: ${redactions.map(({ rule, path }) => `${rule} at ${path}`).join(', ')}`);
      page.expect('every replacement is listed', redactions.length > 0);
    },
  },
  {
    title: 'The same secret is redacted in a stream of five characters at a time',
    run: async ({ tools, folder }, page) => {
      const call = { id: 'stream-1', tool: 'tail_note', args: { name: 'deploy.md' }, session: 'demo' };
      const opened = await dispatchStream(tools('stream a note, a few characters at a time'), call);
      if (opened.status !== 'streaming') throw new Error(`the stream did not open: ${opened.status}`);
      let text = '';
      const kinds: string[] = [];
      for await (const chunk of opened.stream) {
        kinds.push(chunk.kind);
        if (chunk.kind === 'text') text += chunk.text;
        if (chunk.kind === 'done') page.expect('nor does the result', !JSON.stringify(chunk).includes(folder.token));
      }
      page.show(`${kinds.length} chunks: ${JSON.stringify(text)}`);
      page.expect('the stream came to its end', kinds.at(-1) === 'done' && text.startsWith('# Deploying'));
      page.expect('the token is not in the text', !text.includes(folder.token) && text.includes('[redacted:'));
    },
  },
];
