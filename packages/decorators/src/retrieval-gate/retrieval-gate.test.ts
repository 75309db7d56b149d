import { bareScope, dispatch, type ToolExecutor, type ToolSpec, toolCall } from '@pawl/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { echo, spec } from '../../test/fake-base.js';
import { retrievalGate } from './retrieval-gate.js';

const parameter = (name: string, description: string): Partial<ToolSpec> => ({
  inputSchema: { type: 'object', properties: { [name]: { type: 'string', description } } },
});

const specs: readonly ToolSpec[] = [
  spec('read_file', { description: 'Reads a file from the disk.' }),
  spec('sendEmail', { description: 'Delivers a message.', ...parameter('recipient', 'Who gets it') }),
  spec('weather-forecast', { description: 'Tells tomorrow’s rain and sunshine.' }),
  spec('bing_search', { description: '使用必应搜索指定的关键词' }),
  spec('ask_person', { description: 'Puts a question.' }),
  spec('HTTPGetter', { description: 'Speaks to servers.', title: 'Downloads pages' }),
];
const base = echo(specs);
const names = (executor: ToolExecutor) => executor.specs().map(({ name }) => name);
const chosen = (query: string, k = 1) => names(retrievalGate({ query, k })(base));

describe('retrievalGate: what is advertised', () => {
  it.each([
    ['Which files were I reading?', 'read_file'],
    ['email the landlord', 'sendEmail'],
    ['the recipients', 'sendEmail'],
    ['Is it going to be raining tomorrow?', 'weather-forecast'],
    ['用必应搜索一下新闻', 'bing_search'],
    ['http', 'HTTPGetter'],
    ['downloading the page', 'HTTPGetter'],
    ['A quéstion', 'ask_person'],
  ])('finds for %j the tool %s', (query, expected) => {
    expect(chosen(query)).toEqual([expected]);
  });

  it('advertises the best k and the pinned ones, in the order of the catalogue and as the same objects', () => {
    const tools = retrievalGate({ query: 'rain, email', k: 2, pinned: ['ask_person', 'read_file'] })(base);
    expect(tools.specs()).toEqual([specs[0], specs[1], specs[2], specs[4]]);
    expect(tools.specs()[0]).toBe(specs[0]);
    expect(tools.specs()).toBe(tools.specs());
  });

  it('fills up with the first of the catalogue where a query finds nothing', () => {
    expect(chosen('', 2)).toEqual(['read_file', 'sendEmail']);
    expect(chosen('the of and', 99)).toEqual(specs.map(({ name }) => name));
  });

  it('lifts a tool for queries like its examples', () => {
    const query = 'my neighbour has a birthday';
    const examples = new Map([['sendEmail', ['Wish my aunt a happy birthday']]]);
    expect(names(retrievalGate({ query, k: 1, examples })(base))).toEqual(['sendEmail']);
    const own = echo([...specs, spec('party', { meta: { examples: ['a birthday', 1] } })]);
    expect(names(retrievalGate({ query, k: 1 })(own))).toEqual(['party']);
    expect(chosen(query)).toEqual(['read_file']);
  });

  it('shows a change of the catalogue at once', () => {
    let catalogue = specs;
    const tools = retrievalGate({ query: 'rain', k: 1 })(echo(specs, { specs: () => catalogue }));
    expect(names(tools)).toEqual(['weather-forecast']);
    catalogue = [...specs.slice(0, 2), spec('rain', { description: 'rain' })];
    expect(names(tools)).toEqual(['rain']);
  });

  it('reads each spec once, however many gates and arrays it is in', () => {
    let reads = 0;
    const counted = ['a', 'b', 'c'].map((name) =>
      Object.defineProperty({ ...spec(name) }, 'description', {
        get: () => {
          reads++;
          return 'text';
        },
      }),
    );
    const inner = echo(counted);
    for (const query of ['text', 'else']) retrievalGate({ query, k: 1 })(inner).specs();
    retrievalGate({ query: 'text', k: 1 })(echo(counted.slice(1))).specs();
    expect(reads).toBe(3);
  });

  it('keeps an ordered part of the same objects: k and the pinned ones, or all there are', () => {
    const word = fc.constantFrom('read', 'file', 'mail', 'rain', 'search', 'constructor', '__proto__');
    const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join('_'));
    fc.assert(
      fc.property(fc.uniqueArray(name), fc.nat(5), fc.array(word), fc.nat(2), (all, k, query, pin) => {
        const inner = echo(all.map((each) => spec(each)));
        const pinned = all.slice(0, pin);
        if (k === 0 && pinned.length === 0) return;
        const kept = retrievalGate({ query: query.join(' '), k, pinned })(inner).specs();
        expect(inner.specs().filter((each) => kept.includes(each))).toEqual(kept);
        expect(kept.length).toBe(pinned.length + Math.min(k, all.length - pinned.length));
        for (const each of pinned) expect(kept.some((spec) => spec.name === each)).toBe(true);
      }),
    );
  });

  it('leaves every other member to the inner: hidden is not withheld', async () => {
    const tools = retrievalGate({ query: 'rain', k: 1 })(base);
    expect(tools.owns).toBe(base.owns);
    expect(tools.requiredCapabilities).toBe(base.requiredCapabilities);
    expect(tools.preDispatch).toBe(base.preDispatch);
    expect(tools.owns('read_file')).toBe(true);
    const call = { id: '1', tool: 'read_file' };
    expect((await dispatch(tools, call)).status).toBe('failed');
    const found = await tools.recoverUnadvertised(toolCall(call));
    const outcome = await dispatch(tools, call, { advertised: [...tools.specs(), ...found] });
    expect(outcome.status).toBe('executed');
  });
});

describe('retrievalGate: options that make no sense', () => {
  it.each([
    [{ k: 1 }, 'query'],
    [{ query: 'x', k: -1 }, 'k'],
    [{ query: 'x', k: 1.5 }, 'k'],
    [{ query: 'x', k: 0 }, 'k'],
    [{ query: 'x', k: 1, pinned: 'read_file' }, 'pinned'],
    [{ query: 'x', k: 1, recoverLimit: Number.NaN }, 'recoverLimit'],
    [{ query: 'x', k: 1, examples: { read_file: ['x'] } }, 'examples'],
  ])('throws for %j at construction', (options, option) => {
    // Written as a caller without types would.
    expect(() => retrievalGate(options as never)).toThrow(expect.objectContaining({ code: 'invalid-option', option }));
  });

  it('throws for a pinned name that no tool has when it is applied, and suggests one', async () => {
    const options = { query: 'x', k: 1, pinned: ['ask_preson'] };
    expect(() => retrievalGate(options)(base)).toThrow(
      expect.objectContaining({ code: 'unmatched', message: expect.stringContaining('did you mean "ask_person"?') }),
    );
    expect(() => retrievalGate({ ...options, whenUnmatched: 'ignore' })(base)).not.toThrow();
  });

  it('does not refuse a worker whose catalogue is smaller', async () => {
    const worker = echo([spec('read_file')]);
    const parent = echo(specs, { forWorker: async () => ({ kind: 'rooted', executor: worker, seeded: [] }) });
    const root = await retrievalGate({ query: 'x', k: 1, pinned: ['ask_person'] })(parent).forWorker(bareScope('w'));
    expect(root.kind === 'rooted' && names(root.executor)).toEqual(['read_file']);
  });
});
