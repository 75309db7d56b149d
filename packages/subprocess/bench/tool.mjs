// The program of the bench: answers what it was sent.
import { serveTools } from '@pawl/subprocess/serve';

await serveTools({
  echo: (args) => args,
  count: async function* (args) {
    for (let n = 0; n < args.chunks; n++) yield 'a few words of text ';
    return args.chunks;
  },
});
