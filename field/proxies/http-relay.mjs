// A server over stdio as one over Streamable HTTP, for proxies that reach no other: messages pass as they are, between a
// transport and a process, with neither client nor server in between. Every session has a process of its own.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';

const [port, command, ...args] = process.argv.slice(2);
const sessions = new Map();

const messageOf = (line) => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

const session = async () => {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: () => randomUUID(),
    onsessioninitialized: (id) => void sessions.set(id, { child, transport }),
  });
  // A notification about a call goes the way of that call's answer.
  const callOfToken = new Map();
  transport.onmessage = (message) => {
    const token = message.params?._meta?.progressToken;
    if (token !== undefined) callOfToken.set(token, message.id);
    child.stdin.write(`${JSON.stringify(message)}\n`);
  };
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = messageOf(line);
    if (message === undefined) return;
    const related = callOfToken.get(message.params?.progressToken);
    transport.send(message, related === undefined ? {} : { relatedRequestId: related }).catch(() => {});
  });
  child.stdin.on('error', () => {});
  transport.onclose = () => child.kill();
  // A server that ended takes its session with it: whoever waits for an answer sees the stream end.
  child.on('exit', () => {
    sessions.delete(transport.sessionId);
    void transport.close();
  });
  await transport.start();
  return { child, transport };
};

const server = createServer(async (request, response) => {
  const known = sessions.get(request.headers['mcp-session-id']);
  if (known === undefined && request.method !== 'POST') {
    response.writeHead(405).end();
    return;
  }
  const { transport } = known ?? (await session());
  await transport.handleRequest(request, response);
});
server.listen(Number(port), '127.0.0.1');

process.on('SIGTERM', () => {
  for (const { child } of sessions.values()) child.kill();
  process.exit();
});
