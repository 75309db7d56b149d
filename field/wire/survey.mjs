// Everything that the report says of MCP proxies: the comparison, the laws, the time.
import { installProxies } from '../proxies/install.mjs';
import { baselines, compared } from './compare.mjs';
import { contenders, direct } from './contenders.mjs';
import { kitAdapter, throughProxy } from './kit-adapter.mjs';
import { times } from './time.mjs';

const fromNpm = ({ needs }) => needs === 'field/proxies';

const described = ({ id, name, library, version, what, front, behind }) => ({
  ...{ id, name, library, what, front },
  ...(behind === undefined ? {} : { behind }),
  version: version(),
});

/** The comparison of one proxy with no proxy; `failed` says why it could not be made. */
const wireOf = async (contender, bases) => {
  try {
    return { ...described(contender), rows: await compared(contender, bases) };
  } catch (error) {
    return { ...described(contender), failed: String(error.message).split('\n')[0] };
  }
};

/** Holds each proxy to the laws; `check` gets an adapter as the other ones are, and gives an entry of the report. */
const heldToLaws = async (proxies, check) => {
  const entries = [];
  const none = await throughProxy(direct);
  try {
    for (const contender of proxies) {
      const running = await throughProxy(contender);
      try {
        entries.push(await check(kitAdapter(contender, { wrap: running.wrap, control: none.wrap })));
      } finally {
        await running.close();
      }
    }
  } finally {
    await none.close();
  }
  return entries;
};

/**
 * Looks at every proxy that can run here. Gives `proxies` (the comparison), `entries` (the laws), `times`, and
 * `missing`, a sentence where proxies of npm could not be installed.
 */
export const survey = async (check) => {
  const missing = installProxies();
  const asked = contenders.filter((contender) => missing === undefined || !fromNpm(contender));
  const bases = await baselines(new Set(asked.map(({ behind }) => behind ?? 'stdio')));
  const proxies = [];
  try {
    for (const contender of asked) proxies.push(await wireOf(contender, bases));
  } finally {
    bases.remove();
  }
  const ran = asked.filter(({ id }) => proxies.some((one) => one.id === id && one.failed === undefined));
  return {
    ...(missing === undefined ? {} : { missing }),
    proxies,
    entries: await heldToLaws(ran, check),
    times: await times(new Set(ran.map(({ id }) => id))),
  };
};
