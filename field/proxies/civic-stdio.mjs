// The pass-through of @civic/passthrough-mcp-server as a program, as its README shows it, with the SDK's transport to a
// server over stdio behind it: its own command reaches servers over HTTP alone.
import { PassthroughContext } from '@civic/passthrough-mcp-server';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';

const [command, ...args] = process.argv.slice(2);
const context = new PassthroughContext();
context.onclose = () => process.exit();
process.stdin.on('end', () => void context.close());
await context.connect(new StdioServerTransport(), new StdioClientTransport({ command, args, stderr: 'ignore' }));
