import { ALL, type ExecutorMember, type ToolExecutor } from '@pawl/core';
import { show } from '../compare/show.js';
import { prototypeNames } from '../generate/names.js';
import type { Law } from '../law/law.js';
import { touchOf } from '../law/stations-of.js';
import { violate } from '../law/violate.js';
import type { Trial } from '../world/trial.js';
import { lawOf } from './law-of.js';
import { outersOf } from './outer-of.js';

/** OWN-01. */
export const advertisedIsOwned: Law = lawOf({
  id: 'OWN-01',
  slug: 'advertised-is-owned',
  subjects: ['executor', 'wrapper', 'chain', 'composite'],
  statement: 'Every advertised name is owned; what a gate hides stays owned; what a narrowing hides does not.',
  intent:
    'A composite routes by ownership: a name that is offered and not owned reaches nobody, one that is withheld and owned can be called.',
  whereToLook:
    'the member `owns`: ask the inner, never the shortened list; a narrowing answers no to what it withholds',
  members: ['specs', 'owns'],
  check: async (trial) => {
    for (const { name, outer } of await outersOf(trial)) {
      for (const spec of outer.specs()) {
        trial.tell();
        if (outer.owns(spec.name) !== true) {
          violate('owns', name, {
            expected: `${show(spec.name)}, which is advertised, to be owned`,
            but: `it answers ${show(outer.owns(spec.name))}`,
          });
        }
      }
    }
    if (trial.subject.kind !== 'wrapper' && trial.subject.kind !== 'chain') {
      trial.tell();
      return;
    }
    for (const station of trial.world().stations) {
      const advertised = new Set(station.outer.specs().map(({ name }) => name));
      for (const { name } of station.probe.specs()) {
        if (advertised.has(name)) continue;
        const narrows = touchOf(station, 'owns') === 'narrows';
        if (station.outer.owns(name) === !narrows) continue;
        violate('owns', station.name, {
          expected: narrows
            ? `${show(name)}, which this narrowing withholds, not to be owned`
            : `${show(name)}, which is hidden from the model only, to stay owned`,
          but: `it answers ${show(station.outer.owns(name))}`,
        });
      }
    }
  },
});

const strict: readonly (readonly [ExecutorMember, unknown])[] = [
  ['owns', false],
  ['needsApproval', true],
  ['cacheableApproval', false],
  ['requiredCapabilities', ALL],
  ['ingestsUntrustedContent', true],
];

/** Requires the strictest answer to every question about a name that nobody has. */
const requireStrict = (trial: Trial, name: string, outer: ToolExecutor, tool: string): void => {
  for (const [member, expected] of strict) {
    let answer: unknown;
    try {
      const found: unknown = outer[member];
      if (typeof found !== 'function') throw new TypeError(`\`${member}\` is ${typeof found}`);
      answer = Reflect.apply(found, outer, [tool]);
    } catch (error) {
      violate(member, name, {
        expected: `${show(expected)} for ${show(tool)}, which nobody has`,
        but: `it threw ${show(error)}`,
      });
    }
    if (answer !== expected) {
      violate(member, name, {
        expected: `${show(expected)} for ${show(tool)}, which nobody has`,
        but: `it answers ${show(answer)}`,
      });
    }
  }
  trial.tell();
};

/** Names that a careless reader takes for this one. */
const lookAlikes = (name: string): readonly string[] => [
  `${name} `,
  ` ${name}`,
  name.toUpperCase(),
  name.slice(0, -1),
  `${name}s`,
  name.replace('a', '\u0430'),
  `${name}\u200b`,
  `${name}\u0000`,
];

/** DEF-02. */
export const unknownNames: Law = lawOf({
  id: 'DEF-02',
  slug: 'unknown-names',
  subjects: ['executor', 'wrapper', 'chain', 'composite'],
  statement: 'An unknown name is owned by nobody, needs approval, is not cacheable, requires ALL, taints.',
  intent:
    'What nobody holds must fall shut: a tool that left the catalogue, or a name that looks like another, earns no trust.',
  whereToLook:
    'the lookup behind the name questions: what it answers when nothing is found, and whether it compares whole names',
  members: strict.map(([member]) => member),
  check: async (trial) => {
    for (const { name, outer } of await outersOf(trial)) {
      const specs: unknown = outer.specs?.();
      const listed = Array.isArray(specs) ? specs.map((spec) => String(spec?.name)) : [];
      const known = new Set([
        ...listed,
        ...(trial.subject.kind === 'executor' ? [] : trial.scenario.tools.map((tool) => tool.name)),
      ]);
      const unknown = [...trial.scenario.unknown, ...listed.slice(0, 2).flatMap(lookAlikes)];
      for (const tool of unknown) if (!known.has(tool)) requireStrict(trial, name, outer, tool);
    }
  },
});

/** OWN-02. */
export const prototypeNamesOrdinary: Law = lawOf({
  id: 'OWN-02',
  slug: 'prototype-names-ordinary',
  subjects: ['executor', 'wrapper', 'chain', 'composite'],
  statement: 'Names of `Object.prototype` members are ordinary names.',
  intent:
    'A table that is a plain object "finds" `constructor` though nobody registered it, and cannot register `__proto__`.',
  whereToLook: 'tables keyed by tool names: use a `Map`, a `Set` or `Object.hasOwn`',
  members: ['specs', ...strict.map(([member]) => member)],
  check: async (trial) => {
    const at = trial.scenario.salt % prototypeNames.length;
    const [present = '', absent = ''] = [prototypeNames[at], prototypeNames[(at + 1) % prototypeNames.length]];
    const tools = [
      { name: present, listed: true, salt: trial.scenario.salt },
      ...trial.scenario.tools.filter(({ name }) => !prototypeNames.includes(name)).slice(0, 2),
    ];
    for (const { name, outer } of await outersOf(trial, { tools })) {
      if (trial.subject.kind !== 'executor') {
        if (trial.subject.kind === 'composite' && !outer.owns(trial.subject.rename('alpha', present))) {
          violate('owns', name, {
            expected: `${show(present)}, which a source has, to be owned`,
            but: 'it answers false',
          });
        }
        requireStrict(trial, name, outer, absent);
        continue;
      }
      const listed = new Set(outer.specs().map((spec) => spec.name));
      for (const tool of prototypeNames) if (!listed.has(tool)) requireStrict(trial, name, outer, tool);
    }
    if (trial.subject.kind !== 'wrapper' && trial.subject.kind !== 'chain') return;
    for (const station of trial.world({ tools }).stations) {
      for (const [member] of strict) {
        if (touchOf(station, member) !== undefined) continue;
        const [below, above] = [
          Reflect.apply(station.probe[member], station.probe, [present]),
          Reflect.apply(station.outer[member], station.outer, [present]),
        ];
        if (below !== above) {
          violate(member, station.name, {
            expected: `${show(present)}, an ordinary name, to be answered as the inner does: ${show(below)}`,
            but: `it answers ${show(above)}`,
          });
        }
      }
    }
  },
});
