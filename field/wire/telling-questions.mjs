// What is asked of the telling server, with and without a proxy in front of it. Every question has the law that it bears
// on, and answers with JSON; `guard` questions answer whether something went through that a guard would hold back.
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { toolsOf } from './names.mjs';
import { wireClient } from './wire-client.mjs';

const quietMs = 400;
const textOf = ({ result }) => result?.content?.[0]?.text;
const jsonOf = (reply) => {
  try {
    return JSON.parse(textOf(reply));
  } catch {
    return reply;
  }
};

/** @throws for what is no answer, so that silence never passes for a refusal. */
const replied = (reply) => {
  if (reply.result === undefined && reply.error === undefined) throw new Error('no answer');
  return reply;
};

const spec = async (client) => (await toolsOf(client)).find(({ name }) => name === 'whole') ?? {};
const without = (value, ...keys) =>
  Object.fromEntries(Object.entries(value ?? {}).filter(([key]) => !keys.includes(key)));
const only = (value, ...keys) => Object.fromEntries(Object.entries(value ?? {}).filter(([key]) => keys.includes(key)));

const unknownOfTool = ['icons', 'execution', '_meta', 'vendorField'];
const unknownOfResult = ['_meta', 'vendorField'];
const progressOf = (client, token) =>
  client.heard
    .filter(({ method, params }) => method === 'notifications/progress' && params.progressToken === token)
    .map(({ params }) => without(params, 'progressToken'));

const awkward = { nothing: null, zero: 0, huge: 1e21, deep: [[{}]], 'é\u2028': '\u0000' };
const named = JSON.parse('{"__proto__":{"a":1},"constructor":2}');

export const tellingQuestions = [
  {
    law: 'FWD-01',
    about: 'names of the tools, their order, and the second page of the list',
    ask: async (client) => ({ prefix: client.prefix, names: (await toolsOf(client)).map(({ name }) => name) }),
  },
  {
    law: 'FWD-01',
    about: 'title, description, schemas and hints of a tool',
    ask: async (client) => {
      const { annotations, ...rest } = without(await spec(client), ...unknownOfTool);
      return { ...rest, annotations: without(annotations, 'vendorHint') };
    },
  },
  {
    law: 'FWD-21',
    about: 'members of a tool that few clients know: `_meta`, `icons`, `execution`, vendor’s own',
    ask: async (client) => {
      const tool = await spec(client);
      return { ...only(tool, ...unknownOfTool), annotations: only(tool.annotations, 'vendorHint') };
    },
  },
  {
    law: 'FWD-20',
    about: 'arguments as they arrive at the tool',
    ask: async (client) => jsonOf(await client.call('tell', awkward)).arguments,
  },
  {
    law: 'OWN-02',
    about: 'arguments called `__proto__` and `constructor` as they arrive at the tool',
    ask: async (client) => jsonOf(await client.call('tell', named)).arguments,
  },
  {
    law: 'FWD-20',
    about: 'a call without arguments arrives without arguments',
    ask: async (client) => only(jsonOf(await client.call('tell')), 'arguments'),
  },
  {
    law: 'FWD-20',
    about: '`_meta` of a call as it arrives at the tool',
    ask: async (client) => jsonOf(await client.call('tell', {}, { 'vendor.example/trace': { id: '7' } }))._meta,
  },
  {
    law: 'FWD-11',
    about: 'content and structured content of a result',
    ask: async (client) => {
      const { result, ...rest } = await client.call('whole', {});
      const content = result?.content?.map((block) => ({
        ...without(block, 'vendorField', '_meta'),
        ...(block.resource === undefined ? {} : { resource: without(block.resource, 'vendorField', '_meta') }),
      }));
      return { ...rest, ...without(result, ...unknownOfResult), content };
    },
  },
  {
    law: 'FWD-21',
    about: 'members of a result that few clients know: `_meta`, vendor’s own',
    ask: async (client) => {
      const { result } = await client.call('whole', {});
      const content = result?.content?.map((block) => ({
        ...only(block, ...unknownOfResult),
        ...(block.resource === undefined ? {} : { resource: only(block.resource, ...unknownOfResult) }),
      }));
      return { ...only(result, ...unknownOfResult), content };
    },
  },
  {
    law: 'ERR-01',
    about: 'a result with `isError`, whole',
    ask: (client) => client.call('fail', {}),
  },
  {
    law: 'ERR-01',
    about: 'an error of JSON-RPC: its code, message and data',
    ask: (client) => client.call('protocol-error', {}),
  },
  {
    law: 'FWD-20',
    about: 'progress of a call: four reports, before the result',
    ask: async (client) => {
      await client.call('progress', {}, { progressToken: 'mine' });
      const before = progressOf(client, 'mine');
      await pause(quietMs);
      return { before, afterTheResult: progressOf(client, 'mine').slice(before.length) };
    },
  },
  {
    law: 'FWD-20',
    about: 'cancelling a call reaches the tool',
    ask: async (client) => {
      const call = client.call('wait', {});
      await pause(quietMs);
      await client.notify('notifications/cancelled', { requestId: call.id, reason: 'enough' });
      await pause(quietMs);
      return jsonOf(await client.call('seen', {})).cancelled;
    },
  },
  {
    law: 'SPC-03',
    about: 'one change of the catalogue is told once, and shows in the list',
    ask: async (client) => {
      await client.call('change', {});
      await pause(quietMs);
      const told = client.heard.filter(({ method }) => method === 'notifications/tools/list_changed').length;
      return { told, listed: (await toolsOf(client)).some(({ name }) => name === 'late') };
    },
  },
  {
    law: 'FWD-11',
    about: 'a result of 5 MiB',
    ask: async (client) => {
      const reply = await client.call('big', { bytes: 5 << 20 });
      const text = textOf(reply);
      return typeof text === 'string' && text.length > 1_000
        ? { length: text.length, sha256: createHash('sha256').update(text).digest('hex') }
        : reply;
    },
  },
  {
    law: 'RAC-01',
    about: 'twenty calls at a time, answered in the reverse order: each gets its own answer',
    ask: async (client) => {
      const calls = Array.from({ length: 20 }, (_, n) => client.call('turn', { n, of: 20 }));
      return (await Promise.all(calls)).map(textOf);
    },
  },
  {
    law: 'RAC-01',
    about: 'two clients with the same ids and the same progress token: neither hears of the other’s call',
    ask: async (client, { again }) => {
      const both = [client, await again()];
      const answers = await Promise.all(
        both.map(async (one, n) => {
          const [{ result: _done }, told] = await Promise.all([
            one.call('progress', { tag: `client ${n}` }, { progressToken: 'same' }),
            one.call('tell', { tag: `client ${n}` }),
          ]);
          return jsonOf(told).arguments;
        }),
      );
      await pause(quietMs);
      const foreign = both.map((one, n) =>
        progressOf(one, 'same').filter(({ message }) => message?.startsWith(`client ${n}`) !== true),
      );
      return { answers, foreign };
    },
  },
  {
    law: 'OWN-02',
    about: 'tools called `constructor` and `toString` are called as any other',
    ask: async (client) => [textOf(await client.call('constructor', {})), textOf(await client.call('toString', {}))],
  },
  {
    law: undefined,
    about: 'a line of the server that is no message, and 1 MiB on its stderr: calls go on',
    ask: async (client) => [textOf(await client.call('noise', {})), textOf(await client.call('noise', {}))],
  },
  {
    law: undefined,
    about: 'the server’s name, version and instructions',
    ask: async (client) => only(client.opened, 'serverInfo', 'instructions'),
  },
  {
    law: undefined,
    about: 'a request of the server to the client (sampling), and its answer',
    ask: async (_client, { again }) => {
      const able = await again({
        capabilities: { sampling: {} },
        answer: ({ method }) =>
          method === 'sampling/createMessage'
            ? { role: 'assistant', content: { type: 'text', text: '4' }, model: 'none' }
            : undefined,
      });
      return jsonOf(await able.call('ask-client', {}));
    },
  },
  {
    law: 'SPC-04',
    guard: 'a tool that is not listed',
    about: 'a tool that is not listed is called: does it run?',
    ask: async (client) => textOf(replied(await client.call('hidden', {}))) === 'hidden ran',
  },
  {
    law: 'DEC-04',
    guard: 'a destructive call that nobody was asked about',
    about: 'a tool whose hints say that it destroys is called by a client that cannot ask anybody: does it run?',
    ask: async (client) => {
      await client.call('wipe', {});
      return jsonOf(await client.call('seen', {})).ran.includes('wipe');
    },
  },
  {
    law: 'RED-01',
    guard: 'an access key in a result',
    about: 'an access key in the text and the structured content of a result: is it readable?',
    ask: async (client) => JSON.stringify(replied(await client.call('secret', {})).result).includes('Z7QX4M2PVN6TLWKD'),
  },
];

/** Asked last, because nothing comes after it: the server ends in the middle of a call. */
export const lastQuestions = [
  {
    law: 'ERR-01',
    told: true,
    about: 'the server ends in the middle of a call: what the caller gets',
    ask: async (client) => settledAs(await client.call('die', {})),
  },
  {
    law: undefined,
    told: true,
    about: 'the next call after that',
    ask: async (client) => settledAs(await client.call('tell', {})),
  },
];

const settledAs = (reply) => {
  if (reply.silence) return 'no answer in 10 s';
  if (reply.closed || reply.unsent !== undefined) return 'the end of the connection';
  if (reply.error !== undefined) return 'an error';
  return reply.result.isError === true ? 'a result with `isError`' : 'a result';
};

/** A second client of the same proxy, or of another of the same kind where a proxy has one client. */
export const againOf = (run, known, calling) => async (options) =>
  calling(await wireClient(run.transport(), options), known);
