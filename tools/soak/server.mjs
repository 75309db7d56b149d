// A server process of the soak: `server.mjs stdio` or `server.mjs http`. It ends of itself once it is closed.
import { appendFileSync } from 'node:fs';
import { serveMcp } from '@pawl/mcp';
import { guarded } from './guarded.mjs';

const { SOAK_LEDGER: ledger, SOAK_SERVED: served, SOAK_LIVES: lives, PAWL_SOAK: marker } = process.env;
const maxSessions = 16;

const note = (event) => appendFileSync(lives, `${JSON.stringify({ pid: process.pid, ...event })}\n`);
note({ event: 'start' });
process.once('exit', (code) => note({ event: 'exit', code }));

const open = new Set();
const stack = guarded({ ledger, served, marker }, () => open.size);
const serving = await serveMcp(stack.executor, {
  transport: process.argv[2] === 'http' ? { kind: 'http', maxSessions } : { kind: 'stdio' },
  context: { callTimeoutMs: 20_000 },
  approvalTimeoutMs: 5_000,
  newSessionId: () => {
    const id = crypto.randomUUID();
    open.add(id);
    return id;
  },
  onApproval: (request, scope) => stack.memory.remember(request, scope),
  onSessionEnd: (session) => {
    open.delete(session);
    return stack.memory.clear(session);
  },
  onWarning: ({ message }) => process.stderr.write(`serveMcp: ${message.slice(0, 300)}\n`),
});

process.once('SIGTERM', () => {
  note({ event: 'SIGTERM' });
  void serving.close();
});
// Over HTTP the parent speaks through this channel; one that is gone wants no server any more.
process.once('message', () => void serving.close());
process.once('disconnect', () => void serving.close());
process.send?.({ url: serving.address?.url });

await serving.closed;
note({ event: 'closed' });
await stack.close();
if (process.connected) process.disconnect();
