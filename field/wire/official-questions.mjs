// What is asked of the official everything and filesystem servers, with and without a proxy in front of them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toolsOf } from './names.mjs';

const results = (calls) => async (client) => {
  const replies = {};
  for (const [name, args, label = name] of calls) replies[label] = await client.call(name, args);
  return replies;
};

const requested = (requests) => async (client) => {
  const replies = {};
  for (const [method, params] of requests) replies[method] = await client.request(method, params);
  return replies;
};

const message = (client, token) =>
  client.heard.filter(({ params }) => params?.progressToken === token).map(({ params }) => params.progress);

export const everythingQuestions = [
  {
    law: 'FWD-01',
    about: 'the list of tools, each whole',
    ask: async (client) => Object.fromEntries((await toolsOf(client)).map((tool) => [tool.name, tool])),
  },
  {
    law: 'FWD-11',
    about: 'results with text, structured content, images, annotations, links and resources',
    ask: results([
      ['echo', { message: 'hello' }],
      ['get-sum', { a: 2, b: 3 }],
      ['get-structured-content', { location: 'New York' }],
      ['get-annotated-message', { messageType: 'error', includeImage: true }],
      ['get-tiny-image', {}],
      ['get-resource-links', { count: 2 }],
      ['get-resource-reference', { resourceType: 'Text', resourceId: 1 }],
    ]),
  },
  {
    law: 'ERR-01',
    about: 'errors: wrong arguments, a name that is not there',
    ask: results([
      ['get-sum', { a: 'two' }],
      ['no-such-tool', {}],
    ]),
  },
  {
    law: 'FWD-20',
    about: 'progress of a long call, four reports; of five calls, the one that heard least',
    ask: async (client) => {
      const heard = [];
      for (let n = 0; n < 5; n++) {
        const token = `long-${n}`;
        await client.call('trigger-long-running-operation', { duration: 0.2, steps: 4 }, { progressToken: token });
        heard.push(message(client, token));
      }
      return heard.toSorted((a, b) => a.length - b.length)[0];
    },
  },
  {
    law: undefined,
    about: 'resources: list, templates, read',
    ask: requested([
      ['resources/list', {}],
      ['resources/templates/list', {}],
      ['resources/read', { uri: 'demo://resource/static/document/architecture.md' }],
    ]),
  },
  {
    law: undefined,
    about: 'prompts and completion',
    ask: requested([
      ['prompts/list', {}],
      ['prompts/get', { name: 'args-prompt', arguments: { city: 'Oslo' } }],
      [
        'completion/complete',
        { ref: { type: 'ref/prompt', name: 'completable-prompt' }, argument: { name: 'department', value: 'E' } },
      ],
    ]),
  },
];

/** The files that the filesystem server is started over. */
export const plantFiles = (folder) => {
  writeFileSync(join(folder, 'note.txt'), 'a note of two lines\nand no secret\n');
  writeFileSync(join(folder, 'large.txt'), 'plain words of a long text\n'.repeat(40_000));
  writeFileSync(
    join(folder, 'dot.png'),
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNiAAAABgADNjd8qAAAAABJRU5ErkJggg==',
      'base64',
    ),
  );
};

export const filesystemQuestions = (folder) => [
  {
    law: 'FWD-01',
    about: 'the list of tools, each whole',
    ask: async (client) => Object.fromEntries((await toolsOf(client)).map((tool) => [tool.name, tool])),
  },
  {
    law: 'FWD-11',
    about: 'results: a text, a text of 1 MB, an image, a listing, a tree, a search',
    ask: results([
      ['read_text_file', { path: join(folder, 'note.txt') }],
      ['read_text_file', { path: join(folder, 'large.txt') }, 'large'],
      ['read_media_file', { path: join(folder, 'dot.png') }],
      ['list_directory', { path: folder }],
      ['directory_tree', { path: folder }],
      ['search_files', { path: folder, pattern: '*.txt' }],
    ]),
  },
  {
    law: 'ERR-01',
    about: 'errors: a missing file, a path outside the root, no path',
    ask: results([
      ['read_text_file', { path: join(folder, 'missing.txt') }, 'missing'],
      ['read_text_file', { path: '/etc/hostname' }, 'outside'],
      ['read_text_file', {}, 'no path'],
    ]),
  },
  {
    law: 'DEC-04',
    guard: 'a write over a file that nobody was asked about',
    about: '`write_file` over a file by a client that cannot ask anybody: does it write?',
    ask: async (client) => {
      const path = join(folder, 'precious.txt');
      writeFileSync(path, 'precious');
      const { result, error } = await client.call('write_file', { path, content: 'gone' });
      if (result === undefined && error === undefined) throw new Error('no answer');
      return readFileSync(path, 'utf8') === 'gone';
    },
  },
];
