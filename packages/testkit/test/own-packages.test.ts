import type { Layer, ToolCall } from '@pawl/core';
import { approvalCache, approvalMemory } from '@pawl/decorators/approval-cache';
import { cache } from '@pawl/decorators/cache';
import { narrowing } from '@pawl/decorators/narrowing';
import { type PolicyRule, policy } from '@pawl/decorators/policy';
import { redaction } from '@pawl/decorators/redaction';
import { retrievalGate } from '@pawl/decorators/retrieval-gate';
import { type TaintPolicy, taintGate, taintLedger } from '@pawl/decorators/taint-gate';
import { registry, toolset } from '@pawl/registry';
import { describe, it } from 'vitest';
import {
  casesFor,
  chainSubject,
  compositeSubject,
  executorSubject,
  type Subject,
  wrapperSubject,
} from '../src/index.js';

const secrets = ['tok_PLANTED0123456789abcdef', 'PLANTED-xyzzy-quux-31415'];

const policyRules: readonly PolicyRule[] = [
  { when: { tool: 'send_*' }, verdict: 'deny' },
  { when: { args: [{ at: '/path', present: false }] }, verdict: 'allow' },
  { when: { args: [{ at: '/path', pattern: '../*' }] }, verdict: 'deny' },
  { when: { readOnly: true }, verdict: 'allow' },
];

/** What those rules say: a path that is no text cannot be judged. */
const policyDenies = ({ tool, args }: ToolCall): boolean => {
  const path: unknown = Reflect.get(Object(args), 'path');
  return tool.startsWith('send_') || (path !== undefined && (typeof path !== 'string' || path.startsWith('../')));
};

const layers: Readonly<Record<string, () => Layer>> = {
  narrowing: () => narrowing({ deny: ['write_*', 'delete_*', 'send_mail', 'constructor'], whenUnmatched: 'ignore' }),
  policy: () => policy({ rules: policyRules, otherwise: 'ask', whenUnmatched: 'ignore' }),
  'retrieval gate': () => retrievalGate({ query: 'read a file', k: 2, pinned: ['search'], whenUnmatched: 'ignore' }),
  redaction: () => redaction({ secrets }),
  cache: () => cache({ ttlMs: 60_000 }),
  'approval cache': () => approvalCache({ memory: approvalMemory() }),
};

const remembering = (): Subject =>
  wrapperSubject({
    name: 'approval cache',
    create: () => {
      const memory = approvalMemory();
      return { layer: approvalCache({ memory }), remember: (request, scope) => memory.remember(request, scope) };
    },
  });

const tainting = (name: string, policy: TaintPolicy = {}): Subject =>
  wrapperSubject({
    name,
    create: () => {
      const ledger = taintLedger();
      return {
        layer: taintGate({ policy, ledger }),
        say: (session, text) => ledger.add({ kind: 'user', text, ...(session === undefined ? {} : { session }) }),
      };
    },
  });

const alone: readonly Subject[] = [
  ...['narrowing', 'retrieval gate', 'cache'].map((name) =>
    wrapperSubject({ name, create: () => ({ layer: (layers[name] as () => Layer)() }) }),
  ), // a key of the table
  wrapperSubject({ name: 'redaction', layer: redaction({ secrets }), secrets }),
  remembering(),
  wrapperSubject({
    name: 'policy',
    create: () => ({ layer: (layers['policy'] as () => Layer)() }),
    denies: policyDenies,
  }), // a key of the table
  tainting('taint gate'),
  tainting('taint gate with guards', { guards: ['*s'], rules: [{ tool: 'acts*', args: { '/body': 'content' } }] }),
];

const pairs: readonly Subject[] = Object.entries(layers).flatMap(([outer, makeOuter]) =>
  Object.entries(layers)
    .filter(([inner]) => inner !== outer)
    .map(([inner, makeInner]) => chainSubject({ name: `${outer} > ${inner}`, layers: [makeOuter(), makeInner()] })),
);

const taintPairs: readonly Subject[] = Object.entries(layers).flatMap(([name, make]) => [
  chainSubject({ name: `taint gate > ${name}`, layers: [taintGate(), make()] }),
  chainSubject({ name: `${name} > taint gate`, layers: [make(), taintGate()] }),
]);

const stacks: readonly Subject[] = [1, 2, 3].map((turn) => {
  const makers = Object.entries(layers);
  const order = makers.map((_maker, index) => makers[(index * turn + turn) % makers.length]?.[1]);
  return chainSubject({ name: `stack ${turn}`, layers: order.flatMap((make) => make?.() ?? []) });
});

const bases: readonly Subject[] = [
  compositeSubject({
    name: 'registry',
    touches: { requiredCapabilities: 'tightens' },
    create: (sources) =>
      registry(sources.map(({ name, executor }) => ({ name, executor, origin: 'unknown' as const }))),
  }),
  executorSubject({
    name: 'toolset',
    create: () =>
      toolset({ read_file: { description: 'reads', annotations: { readOnlyHint: true }, run: () => 'text' } }),
  }),
];

const groups: readonly (readonly [string, readonly Subject[], 'quick' | 'default'])[] = [
  ['alone', alone, 'default'],
  ['in every ordered pair', [...pairs, ...taintPairs], 'quick'],
  ['in stacks', stacks, 'quick'],
  ['as bases', bases, 'default'],
];

for (const [title, subjects, profile] of groups) {
  describe(`our own packages ${title}`, () => {
    for (const { title: law, run } of casesFor(subjects, { profile })) it(law, run);
  });
}
