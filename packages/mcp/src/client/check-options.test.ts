import { describe, expect, it } from 'vitest';
import { checkOptions } from './check-options.js';
import type { McpExecutorOptions } from './mcp-executor-options.js';

const server = { command: 'server' };

describe('checkOptions', () => {
  it('fills in the defaults', () => {
    expect(checkOptions({ server })).toMatchObject({ name: 'server', startTimeoutMs: 30_000, closeTimeoutMs: 2_000 });
    expect(checkOptions({ server: { url: 'https://example.com/mcp' } }).name).toBe('example.com');
  });

  it.each([
    ['server', undefined],
    ['server', { server: {} }],
    ['server', { server: { command: 'a', url: 'http://b' } }],
    ['server.command', { server: { command: '' } }],
    ['server.args', { server: { command: 'a', args: [1] } }],
    ['server.args', { server: { command: 'a', args: 'b' } }],
    ['server.env', { server: { command: 'a', env: { B: 1 } } }],
    ['server.cwd', { server: { command: 'a', cwd: 1 } }],
    ['server.maxMessageBytes', { server: { command: 'a', maxMessageBytes: 0 } }],
    ['server.url', { server: { url: 'example.com' } }],
    ['server.url', { server: { url: 'file:///etc/passwd' } }],
    ['server.headers', { server: { url: 'http://b', headers: { a: 1 } } }],
    ['startTimeoutMs', { server, startTimeoutMs: 0 }],
    ['startTimeoutMs', { server, startTimeoutMs: Number.NaN }],
    ['closeTimeoutMs', { server, closeTimeoutMs: 2 ** 31 }],
    ['workspace', { server, workspace: 'some' }],
    ['workspace', { server, workspace: 'none', forWorker: async () => ({ kind: 'no-workspace' }) }],
    ['cacheableApproval', { server, cacheableApproval: 'all' }],
    ['requiredCapabilities', { server, requiredCapabilities: 3 }],
    ['onWarning', { server, onWarning: true }],
  ])('names `%s` as what is wrong in %j', (option, options) => {
    // What a caller without types may pass.
    const check = (): unknown => checkOptions(options as unknown as McpExecutorOptions);
    expect(check).toThrow(TypeError);
    expect(check).toThrow(`\`${option}\``);
  });
});
