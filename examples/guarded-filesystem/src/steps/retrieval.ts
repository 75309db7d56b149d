import type { Step } from '../report.js';
import { brief, type World } from '../world.js';

/** Advertised and hidden tools, and the way back to a hidden one. */
export const retrieval: readonly Step<World>[] = [
  {
    title: 'What is advertised for a query, and what stays hidden',
    run: async ({ base, tools }, page) => {
      const all = base.specs().map(({ name }) => name);
      const query = 'write a short text to a new file';
      const shown = tools(query)
        .specs()
        .map(({ name }) => name);
      page.show(`${all.length} tools behind the registry; query: "${query}"`);
      page.show(`advertised: ${shown.join(', ')}`);
      page.show(`hidden: ${all.filter((name) => !shown.includes(name)).join(', ')}`);
      page.expect('write_file is advertised', shown.includes('write_file'));
      page.expect('no more than five tools are', shown.length <= 5 && shown.length < all.length);
    },
  },
  {
    title: 'A hidden tool, called by a name that is not quite its own, is recovered',
    run: async ({ tools, call, folder }, page) => {
      const gated = tools('write a short text to a new file');
      const args = { path: folder.path('LICENSE') };
      const missed = await call(gated, 'get_file_infos', args);
      page.show(`get_file_infos → ${brief(missed)}`);
      page.expect(
        'the call is the ordinary unknown-tool failure',
        missed.status === 'failed' && missed.failure.code === 'unknown-tool',
      );
      const recovered = await gated.recoverUnadvertised({ id: 'r', tool: 'get_file_infos', args, attempt: 1 });
      page.show(`recovered: ${recovered.map(({ name }) => name).join(', ')}`);
      page.expect(
        'recovery offers get_file_info',
        recovered.some(({ name }) => name === 'get_file_info'),
      );
      const advertised = [...gated.specs(), ...recovered];
      const found = await call(gated, 'get_file_info', args, { advertised });
      page.show(`get_file_info → ${brief(found)}`);
      page.expect('once added to the advertised tools it runs at once', found.status === 'executed');
    },
  },
];
