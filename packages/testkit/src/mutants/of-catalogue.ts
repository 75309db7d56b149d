import { handmade } from './handmade.js';
import type { Mutant } from './mutant.js';
import { written } from './written.js';

const keep = (name: string): boolean => !name.includes('write');

/** Mutants of the laws about the catalogue. */
export const ofCatalogue: readonly Mutant[] = [
  written('SPC-01', 'specs', 'a filter that rebuilds the definitions it keeps', {
    reference: 'vercel/ai#6732',
    subject: (name) =>
      handmade(name, { specs: 'narrows' }, (inner) => ({
        specs: () =>
          inner
            .specs()
            .filter((spec) => keep(spec.name))
            .map(({ name: own, description, inputSchema }) => ({ name: own, description, inputSchema })),
      })),
  }),
  written('SPC-01', 'specs', 'a filter that sorts what it keeps', {
    subject: (name) =>
      handmade(name, { specs: 'narrows' }, (inner) => ({
        specs: () => inner.specs().toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      })),
  }),
  written('SPC-01', 'specs', 'a filter that adds a tool of its own', {
    subject: (name) =>
      handmade(name, { specs: 'narrows' }, (inner) => ({
        specs: () => [...inner.specs(), { name: 'extra', description: '', inputSchema: {} }],
      })),
  }),
  written('SPC-01', 'specs', 'a filter that lists a tool twice', {
    subject: (name) =>
      handmade(name, { specs: 'narrows' }, (inner) => ({ specs: () => [...inner.specs(), ...inner.specs()] })),
  }),
];
