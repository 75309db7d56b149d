// An MCP server over stdio that shows what a proxy does to it: written without an SDK, so that it can say what no SDK would.
// Its tools answer with what arrived, with members that nobody knows, with what must not get out, or not at all.
import { createInterface } from 'node:readline';

const closedWorld = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const anything = { type: 'object' };

const plainTools = [
  'tell',
  'fail',
  'protocol-error',
  'progress',
  'wait',
  'seen',
  'change',
  'big',
  'turn',
  'secret',
  'die',
  'noise',
  'pid',
  'ask-client',
  'constructor',
  'toString',
];

const wholeTool = {
  name: 'whole',
  title: 'Whole',
  description: 'Answers with members that no client knows',
  inputSchema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { of: { $ref: '#/$defs/of' }, one: { oneOf: [{ type: 'string' }, { type: 'null' }] } },
    $defs: { of: { type: 'string', 'x-vendor': { deep: [null, 0, ''] } } },
    additionalProperties: false,
  },
  outputSchema: { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] },
  annotations: { ...closedWorld, title: 'Whole', vendorHint: true },
  icons: [{ src: 'data:image/png;base64,AA==', mimeType: 'image/png', sizes: ['1x1'], vendorField: 1 }],
  execution: { taskSupport: 'forbidden' },
  _meta: { 'vendor.example/key': { nested: [1, null] } },
  vendorField: { kept: true },
};

const wholeResult = {
  content: [
    {
      type: 'text',
      text: 'known',
      annotations: { audience: ['user'], priority: 0.5 },
      _meta: { 'vendor.example/a': 1 },
      vendorField: null,
    },
    { type: 'resource_link', uri: 'file:///a', name: 'a', mimeType: 'text/plain', size: 0, vendorField: [] },
    { type: 'resource', resource: { uri: 'file:///b', text: '', _meta: {}, vendorField: {} } },
  ],
  structuredContent: { count: 1, extra: { nothing: null, empty: '', zero: 0, list: [] } },
  _meta: { 'vendor.example/key': { nested: [1, null] } },
  vendorField: { kept: true },
};

const failure = {
  content: [{ type: 'text', text: 'the disk is full' }],
  structuredContent: { errno: 28 },
  isError: true,
  _meta: { 'vendor.example/key': 1 },
  vendorField: 1,
};

// Put together here, so that no scanner of the repository takes it for one that leaked.
const secret = ['AKIA', 'Z7QX4M2PVN6TLWKD'].join('');

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const text = (value) => ({
  content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }],
});

const seen = { cancelled: [], ran: [] };
const waiting = new Map();
const asked = new Map();
let hasChanged = false;
let lined = [];

const catalogue = () => [
  wholeTool,
  ...plainTools.map((name) => ({
    name,
    description: `The tool ${name}`,
    inputSchema: anything,
    annotations: closedWorld,
  })),
  {
    name: 'wipe',
    description: 'Destroys',
    inputSchema: anything,
    annotations: { readOnlyHint: false, destructiveHint: true },
  },
  ...(hasChanged ? [{ name: 'late', description: 'Came later', inputSchema: anything, annotations: closedWorld }] : []),
];

/** What arrived, but for the token, which a proxy may choose itself. */
const arrived = ({ _meta, ...params }) => {
  const { progressToken: _token, ...meta } = _meta ?? {};
  return { ...params, ...(Object.keys(meta).length === 0 ? {} : { _meta: meta }) };
};

const progress = (params) => {
  const progressToken = params._meta?.progressToken;
  for (let step = 1; progressToken !== undefined && step <= 4; step++) {
    send({
      method: 'notifications/progress',
      params: { progressToken, progress: step, total: 4, message: `${params.arguments?.tag ?? 'step'} ${step}` },
    });
  }
  return text('done');
};

// Answered in the reverse order once all are here; a proxy that sends one at a time gets each alone, a moment later.
const turn = (id, params) => {
  lined.push({ id, n: params.arguments.n });
  const answer = () => {
    const now = lined.reverse();
    lined = [];
    for (const { id: of, n } of now) send({ id: of, result: text(`turn ${n}`) });
  };
  if (lined.length === params.arguments.of) answer();
  else if (lined.length === 1) setTimeout(() => lined.length > 0 && answer(), 700);
};

const tools = {
  tell: (params) => text(arrived(params)),
  whole: () => wholeResult,
  fail: () => failure,
  progress,
  wipe: () => text('wiped'),
  late: () => text('late'),
  hidden: () => text('hidden ran'),
  constructor: () => text('constructor ran'),
  toString: () => text('toString ran'),
  seen: () => text(seen),
  pid: () => text(String(process.pid)),
  big: ({ arguments: args }) => text('a big result, '.repeat(Math.ceil(args.bytes / 14)).slice(0, args.bytes)),
  secret: () => ({ ...text(`the key is ${secret}`), structuredContent: { env: { AWS_ACCESS_KEY_ID: secret } } }),
  die: () => process.exit(3),
  change: () => {
    hasChanged = true;
    send({ method: 'notifications/tools/list_changed' });
    return text('changed');
  },
  noise: () => {
    process.stdout.write('a line that is no message\n');
    process.stderr.write('x'.repeat(1 << 20));
    return text('noisy');
  },
};

const call = (id, params) => {
  const { name } = params;
  seen.ran.push(name);
  if (name === 'wait') waiting.set(id, true);
  else if (name === 'turn') turn(id, params);
  else if (name === 'protocol-error')
    send({ id, error: { code: -32_099, message: 'a code of the vendor', data: { why: [1] } } });
  else if (name === 'ask-client') {
    asked.set('ask', id);
    const params = { messages: [{ role: 'user', content: { type: 'text', text: '2 + 2?' } }], maxTokens: 5 };
    send({ id: 'ask', method: 'sampling/createMessage', params });
  } else if (Object.hasOwn(tools, name)) send({ id, result: tools[name](params) });
  else send({ id, error: { code: -32_602, message: `no tool ${name}` } });
};

const initialize = ({ protocolVersion }) => ({
  protocolVersion,
  capabilities: { tools: { listChanged: true } },
  serverInfo: { name: 'telling', version: '7.0.0' },
  instructions: 'Ask before you wipe.',
});

// Two pages, as a long catalogue has.
const list = ({ cursor }) =>
  cursor === undefined
    ? { tools: catalogue(), nextCursor: 'second' }
    : { tools: [{ name: 'second-page', description: 'Far down', inputSchema: anything, annotations: closedWorld }] };

const answered = ({ id, result, error }) => {
  const of = asked.get(id);
  asked.delete(id);
  if (of !== undefined) send({ id: of, result: text({ result, error }) });
};

for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === '') continue;
  const message = JSON.parse(line);
  const { id, method, params = {} } = message;
  if (method === undefined) answered(message);
  else if (method === 'initialize') send({ id, result: initialize(params) });
  else if (method === 'tools/list') send({ id, result: list(params) });
  else if (method === 'tools/call') call(id, params);
  else if (method === 'ping') send({ id, result: {} });
  else if (method === 'notifications/cancelled') {
    seen.cancelled.push(waiting.delete(params.requestId) ? 'the call that runs' : 'an id that no call has');
  } else if (id !== undefined) send({ id, error: { code: -32_601, message: 'Method not found' } });
}
