import { describe, expect, it } from 'vitest';
import { specFromTool } from './spec-from-tool.js';

describe('specFromTool', () => {
  it('gives a tool that says little the least that a spec has', () => {
    expect(specFromTool({ name: '' })).toEqual({ name: '', description: '', inputSchema: { type: 'object' } });
  });

  it.each([null, 'read', {}, { name: 7 }, [{ name: 'a' }]])('finds no tool in %j', (tool) => {
    expect(specFromTool(tool)).toBeUndefined();
  });

  it('leaves out members of the wrong kind', () => {
    const wrong = {
      title: 1,
      description: 2,
      inputSchema: 'x',
      outputSchema: [],
      annotations: true,
      meta: 1,
      _meta: 1,
    };
    expect(specFromTool({ name: 'a', ...wrong })).toEqual({
      name: 'a',
      description: '',
      inputSchema: { type: 'object' },
    });
  });

  it('keeps a `meta` of the server’s own beside `_meta`', () => {
    expect(specFromTool({ name: 'a', meta: { b: 1 }, _meta: { c: 2 } })).toMatchObject({
      meta: { b: 1 },
      _meta: { c: 2 },
    });
  });

  it('does not take the server’s word for whether an approval may be remembered', () => {
    expect(specFromTool({ name: 'a', cacheableApproval: true })).not.toHaveProperty('cacheableApproval');
  });
});
