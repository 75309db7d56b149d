import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { echo, spec } from '../../test/fake-base.js';
import { retrievalGate } from './retrieval-gate.js';

interface Sample {
  readonly tools: readonly { readonly name: string; readonly description: string }[];
  readonly queries: readonly { readonly q: string; readonly rel: readonly string[] }[];
}

const sample = JSON.parse(
  readFileSync(new URL('../../test/fixtures/retrieval/metatool-sample.json', import.meta.url), 'utf8'),
) as Sample; // the fixture's own shape

describe('retrievalGate on a sample of MetaTool', () => {
  it('has the right tool among the best five for most queries of real people', () => {
    const base = echo(sample.tools.map(({ name, description }) => spec(name, { description })));
    const hits = sample.queries.filter(({ q, rel }) => {
      const advertised = retrievalGate({ query: q, k: 5 })(base).specs();
      return advertised.some(({ name }) => rel.includes(name));
    });
    expect(hits.length / sample.queries.length).toBeGreaterThan(0.7);
  });
});
