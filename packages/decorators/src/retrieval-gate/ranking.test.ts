import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { echo, spec } from '../../test/fake-base.js';
import { effectOf } from './effect.js';
import { retrievalGate } from './retrieval-gate.js';

const things = ['host group', 'invoice', 'order', 'post', 'ssh key', 'calendar event'];
const readers = ['get', 'list', 'search', 'find', 'count'];
const changers = ['create', 'update', 'delete', 'remove', 'send', 'archive', 'restart'];
const asked = ['list', 'show', 'find', 'search', 'look up', 'get me', 'count', 'check'];

const nameOf = (verb: string, thing: string) => `${verb}_${thing.replace(' ', '_')}`;

describe('retrievalGate: ranking', () => {
  it('never puts a tool that changes something before one that reads the same, for a query that reads', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...things),
        fc.constantFrom(...asked),
        fc.constantFrom(...readers),
        fc.shuffledSubarray(changers, { minLength: 1 }),
        fc.array(fc.constantFrom('the', 'quickly', 'list', 'show', 'of', 'rows', 'find'), { maxLength: 8 }),
        (thing, verb, reader, acts, words) => {
          const query = `${verb} ${thing}s`;
          // The tools that change something are described in the query's own words, the one that reads at more length.
          const changing = acts.map((act) => spec(nameOf(act, thing), { description: query }));
          const reading = spec(nameOf(reader, `${thing}s`), { description: `${words.join(' ')} rows of a table` });
          const tools = retrievalGate({ query, k: 1 })(echo([...changing, reading]));
          expect(tools.specs()).toEqual([reading]);
        },
      ),
    );
  });

  it('believes a hint that a tool changes something, whatever it is called', () => {
    const sly = spec('get_invoices', { description: 'get invoices', annotations: { readOnlyHint: false } });
    const honest = spec('list_invoices', { description: 'Rows of the ledger.', annotations: { readOnlyHint: true } });
    expect(retrievalGate({ query: 'get invoices', k: 1 })(echo([sly, honest])).specs()).toEqual([honest]);
  });

  it('leaves a query that changes something the tool that does', () => {
    const tools = echo([spec('list_invoices'), spec('delete_invoices'), spec('get_invoices')]);
    const [first] = retrievalGate({ query: 'find and delete the old invoices', k: 1 })(tools).specs();
    expect(first?.name).toBe('delete_invoices');
  });

  it.each([
    ['list host groups', 'search_host_groups'],
    ['How hot will it be? I need the forecast', 'weather_now'],
    ['erase the draft', 'delete_draft'],
    ['a cheap airfare', 'flights'],
  ])('finds for %j the tool %s by words that stand for one another', (query, expected) => {
    const others = [
      'create_host',
      'host_notes',
      'group_members',
      'write_draft',
      'weather_now',
      'flights',
      'delete_draft',
    ];
    const tools = echo([...others, 'search_host_groups'].map((name) => spec(name)));
    expect(
      retrievalGate({ query, k: 1 })(tools)
        .specs()
        .map(({ name }) => name),
    ).toEqual([expected]);
  });

  it('counts a word that the catalogue knows for more than one that stands for it', () => {
    const tools = echo([spec('film'), spec('movie'), spec('cinema')]);
    expect(retrievalGate({ query: 'a movie', k: 1 })(tools).specs()[0]?.name).toBe('movie');
  });
});

describe('retrievalGate: fill and leastScore', () => {
  const tools = echo(['read_invoice', 'invoice', 'weather', 'chess', 'ask_person'].map((name) => spec(name)));
  const chosen = (options: { readonly query: string; readonly fill?: boolean; readonly leastScore?: number }) =>
    retrievalGate({ k: 9, pinned: ['ask_person'], ...options })(tools)
      .specs()
      .map(({ name }) => name);

  it('advertises only the pinned tools and what the query finds', () => {
    expect(chosen({ query: 'invoice', fill: false })).toEqual(['read_invoice', 'invoice', 'ask_person']);
    expect(chosen({ query: 'xyzzy', fill: false })).toEqual(['ask_person']);
  });

  it('leaves out what falls short of the least share of the best score', () => {
    expect(chosen({ query: 'read the invoice', leastScore: 1 })).toEqual(['read_invoice', 'ask_person']);
    expect(chosen({ query: 'xyzzy', leastScore: 0.1 })).toEqual(['ask_person']);
  });

  it('fills up by default', () => {
    expect(chosen({ query: 'invoice' })).toHaveLength(5);
  });

  it.each([-0.1, 1.1, Number.NaN, '1'])('refuses a least score of %j', (leastScore) => {
    const options = { query: 'q', k: 1, leastScore: leastScore as number }; // what JavaScript may pass
    expect(() => retrievalGate(options)).toThrow(/`leastScore` must be a number from 0 to 1/);
  });

  it('refuses a `fill` that is neither true nor false', () => {
    const options = { query: 'q', k: 1, fill: 'no' as unknown as boolean }; // what JavaScript may pass
    expect(() => retrievalGate(options)).toThrow(/`fill` must be true or false/);
  });
});

describe('effectOf', () => {
  it.each([
    ['get order', 'reads'],
    ['what is in stock', 'reads'],
    ['order pizza', 'changes'],
    ['find and replace', 'changes'],
    ['get or create user', 'changes'],
    ['weather', 'unknown'],
  ] as const)('says of %j: %s', (text, effect) => {
    expect(effectOf(text.split(' '))).toBe(effect);
  });
});
