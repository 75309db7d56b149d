import { describe, expect, it } from 'vitest';
import { ToolFailure } from '../contract/tool-failure.js';
import { dispatch } from '../dispatch/dispatch.js';
import { defineExecutor } from '../executor/define-executor.js';
import { NONE } from './capability-set.js';
import { isLabelledUntrusted, labelUntrusted, UNTRUSTED_LABEL } from './untrusted-label.js';

describe('the label of untrusted results', () => {
  it('is read from meta and from the _meta of an MCP result, and only an absent or false one is none', () => {
    for (const label of [true, 1, 'false', null, {}]) {
      expect(isLabelledUntrusted({ output: null, meta: { [UNTRUSTED_LABEL]: label } })).toBe(true);
      expect(isLabelledUntrusted({ output: { content: [], _meta: { [UNTRUSTED_LABEL]: label } } })).toBe(true);
    }
    expect(isLabelledUntrusted({ output: null, meta: { [UNTRUSTED_LABEL]: false } })).toBe(false);
    expect(isLabelledUntrusted({ output: { [UNTRUSTED_LABEL]: true } })).toBe(false);
    expect(isLabelledUntrusted({ output: [{ _meta: { [UNTRUSTED_LABEL]: true } }] })).toBe(false);
    expect(isLabelledUntrusted(new ToolFailure('no', { code: 'tool-error' }))).toBe(false);
  });

  it('keeps whatever else the result says, and the very result where it has one', () => {
    const labelled = labelUntrusted({ output: 1, meta: { trace: 't' }, mutations: { a: 1 } });
    expect(labelled).toEqual({ output: 1, meta: { trace: 't', [UNTRUSTED_LABEL]: true }, mutations: { a: 1 } });
    expect(labelUntrusted(labelled)).toBe(labelled);
  });

  it('counts in dispatch where the tool itself claims to bring nothing from outside', async () => {
    const tools = (meta: object) =>
      defineExecutor({
        workspace: 'none',
        specs: () => [{ name: 'relay', description: '', inputSchema: {} }],
        owns: () => true,
        requiredCapabilities: () => NONE,
        ingestsUntrustedContent: () => false,
        preDispatch: async () => ({ verdict: 'allow' }),
        execute: async () => ({ output: { content: [], _meta: meta as never } }),
      });
    const run = (meta: object) => dispatch(tools(meta), { id: '1', tool: 'relay' });
    expect(await run({})).toMatchObject({ status: 'executed', untrusted: false });
    expect(await run({ [UNTRUSTED_LABEL]: true })).toMatchObject({ status: 'executed', untrusted: true });
  });
});
