// A pass-through proxy of nothing but the official client and server: what a call costs at the least.
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

const [command, ...args] = process.argv.slice(2);
const upstream = new Client({ name: 'bare-proxy', version: '1.0.0' });
await upstream.connect(new StdioClientTransport({ command, args, stderr: 'ignore' }));
const server = new Server({ name: 'bare-proxy', version: '1.0.0' }, { capabilities: { tools: {} } });
server.setRequestHandler('tools/list', () => upstream.listTools());
server.setRequestHandler('tools/call', (request, { mcpReq }) =>
  upstream.callTool(request.params, { signal: mcpReq.signal }),
);
server.onclose = () => void upstream.close();
await server.connect(new StdioServerTransport());
