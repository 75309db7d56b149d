import { capabilityNames, isSubset, type ToolSpec, toolCall } from '@pawl/core';
import { show } from '../compare/show.js';
import { answerOf } from '../law/answer-of.js';
import type { Law } from '../law/law.js';
import { touchOf } from '../law/stations-of.js';
import { violate } from '../law/violate.js';
import type { Trial } from '../world/trial.js';
import type { Station } from '../world/world.js';
import { lawOf } from './law-of.js';

const recovered = async (trial: Trial, station: Station, tool: string): Promise<readonly ToolSpec[]> => {
  const { value, error } = await answerOf(
    station.outer,
    'recoverUnadvertised',
    [toolCall({ id: '1', tool })],
    trial.waiting,
  );
  if (Array.isArray(value) && value.every((spec) => typeof spec?.name === 'string')) return value;
  return violate('recoverUnadvertised', station.name, {
    expected: 'a list of definitions',
    but: error === undefined ? `it answers ${show(value)}` : `it failed with ${show(error)}`,
  });
};

/** Names that a model may have meant. */
const asked = (trial: Trial): readonly string[] => [
  ...trial.names,
  ...trial.scenario.tools
    .slice(0, 2)
    .flatMap(({ name }) => [name.toUpperCase(), `${name}s`, name.replace('_', '-'), `un${name}`]),
];

/** RCV-01. */
export const recoveryIsInert: Law = lawOf({
  id: 'RCV-01',
  slug: 'recovery-is-inert',
  subjects: ['wrapper', 'chain'],
  statement: 'Recovered specs are not already advertised, and an inert inner stays inert.',
  intent: 'A hatch that opens where nobody built one is a way in.',
  whereToLook: 'the member `recoverUnadvertised`: search what is hidden, never what is listed',
  members: ['recoverUnadvertised'],
  check: async (trial) => {
    for (const station of trial.world({ recover: () => [] }).stations) {
      const listed = new Set(station.outer.specs().map(({ name }) => name));
      const touch = touchOf(station, 'recoverUnadvertised');
      for (const tool of asked(trial)) {
        const found = await recovered(trial, station, tool);
        trial.tell();
        const again = found.find(({ name }) => listed.has(name));
        if (again !== undefined) {
          violate('recoverUnadvertised', station.name, {
            expected: `only tools that are not advertised, for ${show(tool)}`,
            but: `${show(again.name)} came, which is`,
          });
        }
        // A layer of the kit below may recover what it hides itself.
        const below = await station.probe.recoverUnadvertised(toolCall({ id: '1', tool }));
        if (below.length === 0 && found.length > 0 && touch !== 'extends' && touch !== 'rewrites') {
          violate('recoverUnadvertised', station.name, {
            expected: `nothing for ${show(tool)}, as the inner has nothing`,
            but: `${show(found[0]?.name)} came`,
          });
        }
      }
    }
  },
});

/** RCV-02. */
export const recoveryStaysWithin: Law = lawOf({
  id: 'RCV-02',
  slug: 'recovery-stays-within',
  subjects: ['wrapper', 'chain'],
  statement: 'Recovery never offers what policy withholds, nor more power than was asked for.',
  intent: 'A repaired name that maps to a stronger sibling turns a slip of the model into an attack.',
  whereToLook: 'the member `recoverUnadvertised`: filter by `owns`, and by the capabilities of what was asked for',
  members: ['recoverUnadvertised', 'owns', 'requiredCapabilities'],
  needs: [],
  check: async (trial) => {
    const known = trial.scenario.tools.map(({ name }) => name);
    const world = trial.world({ recover: () => [] });
    const open = trial.world();
    for (const [index, station] of world.stations.entries()) {
      const policy = open.stations[index];
      for (const tool of asked(trial)) {
        for (const source of [station, policy]) {
          if (source === undefined) continue;
          const withheld = (await recovered(trial, source, tool)).find(({ name }) => !source.outer.owns(name));
          trial.tell();
          if (withheld !== undefined) {
            violate('recoverUnadvertised', source.name, {
              expected: `nothing that policy withholds, for ${show(tool)}`,
              but: `${show(withheld.name)} came, which is not owned`,
            });
          }
        }
        if (!known.includes(tool) || !station.probe.owns(tool)) continue;
        const limit = station.outer.requiredCapabilities(tool);
        for (const { name } of await recovered(trial, station, tool)) {
          const power = station.outer.requiredCapabilities(name);
          if (isSubset(power, limit)) continue;
          violate('recoverUnadvertised', station.name, {
            expected: `nothing that requires more than ${show(tool)} does (${capabilityNames(limit).join(', ')})`,
            but: `${show(name)} came, which requires ${capabilityNames(power).join(', ')}`,
          });
        }
      }
    }
  },
});
