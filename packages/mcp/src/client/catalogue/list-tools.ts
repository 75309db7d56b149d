import type { Client } from '@modelcontextprotocol/client';
import type { JsonValue } from '@pawl/core';
import { maxTimeoutMs } from '../check-options.js';
import { McpConnectionError } from '../mcp-connection-error.js';
import { wholeResult } from '../run/whole-result.js';

const maxPages = 1_000;

/** Every tool that the server lists, all pages, as they came. @throws {McpConnectionError} `catalogue` for no list. */
export const listTools = async (client: Client, name: string, signal: AbortSignal): Promise<readonly JsonValue[]> => {
  if (client.getServerCapabilities()?.tools === undefined) return [];
  const tools: JsonValue[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const request = { method: 'tools/list', ...(cursor === undefined ? {} : { params: { cursor } }) };
    const page = await client.request(request, wholeResult, { signal, timeout: maxTimeoutMs });
    const listed = page['tools'];
    if (!Array.isArray(listed)) {
      throw new McpConnectionError('catalogue', `the MCP server ${name} answered tools/list without a list of tools`);
    }
    tools.push(...listed);
    const next = page['nextCursor'];
    cursor = typeof next === 'string' && next !== '' ? next : undefined;
    if (cursor !== undefined && (seen.has(cursor) || seen.size >= maxPages)) {
      throw new McpConnectionError(
        'catalogue',
        `the MCP server ${name} lists its tools in circles: page ${seen.size + 1}`,
      );
    }
    if (cursor !== undefined) seen.add(cursor);
  } while (cursor !== undefined);
  return tools;
};
