import { defineExecutor, type ExecutorMember, executorMembers, type ToolExecutor } from '@pawl/core';
import { composite } from '../reference/composite.js';
import { type CompositeSubjectOptions, compositeSubject } from '../subject/composite-subject.js';
import type { CompositeSource } from '../subject/subject.js';
import type { Mutant } from './mutant.js';
import { written } from './written.js';

const closedDefaults: ToolExecutor = defineExecutor({});

const forgetting = (member: ExecutorMember): Mutant => ({
  id: `composite/${member}/closed`,
  law: member === 'onSpecsChange' ? 'SPC-03' : 'CMP-01',
  member,
  origin: 'generated',
  breaks: `a composite that leaves \`${member}\` to the default`,
  ...(member === 'cacheableApproval' ? { reference: 'bug-ops/zeph#5900, #5938' } : {}),
  subject: () =>
    compositeSubject({
      name: `composite without ${member}`,
      create: (sources) => ({ ...composite(sources), [member]: closedDefaults[member] }),
    }),
});

const wrong = (
  law: string,
  member: ExecutorMember,
  breaks: string,
  more: { create: CompositeSubjectOptions['create']; duplicates?: 'first-wins'; reference?: string },
): Mutant =>
  written(law, member, breaks, {
    subject: (name) =>
      compositeSubject({
        name,
        create: more.create,
        ...(more.duplicates === undefined ? {} : { duplicates: more.duplicates }),
      }),
    ...(more.reference === undefined ? {} : { reference: more.reference }),
  });

/** The correct composite over sources that no longer overlap: the last one keeps a name. */
const lastWins = (sources: readonly CompositeSource[]): ToolExecutor => {
  const without = (source: CompositeSource, index: number): CompositeSource => {
    const later = sources.slice(index + 1);
    const lost = (tool: string): boolean => later.some(({ executor }) => executor.owns(tool));
    const inner = source.executor;
    const kept: ToolExecutor = Object.fromEntries(
      executorMembers.map((member) => [member, Function.prototype.bind.call(inner[member], inner)]),
    ) as unknown as ToolExecutor; // every member of the contract
    return {
      ...source,
      executor: {
        ...kept,
        specs: () => inner.specs().filter(({ name }) => !lost(name)),
        owns: (tool) => inner.owns(tool) && !lost(tool),
      },
    };
  };
  return composite(sources.map(without));
};

/** Mutants of the laws about composites. */
export const ofComposites: readonly Mutant[] = [
  ...executorMembers.map(forgetting),
  wrong('CMP-01', 'needsApproval', 'a composite whose first source answers for all', {
    create: (sources) => ({
      ...composite(sources),
      needsApproval: (tool) => sources[0]?.executor.needsApproval(tool) ?? true,
    }),
  }),
  wrong('CMP-01', 'requiredCapabilities', 'a composite that looks a tool up by its prefix', {
    create: (sources) => ({
      ...composite(sources),
      requiredCapabilities: (tool) =>
        (
          sources.find(({ executor }) => executor.specs().some(({ name }) => tool.slice(0, 1) === name.slice(0, 1))) ??
          sources[0]
        )?.executor.requiredCapabilities(tool) ?? closedDefaults.requiredCapabilities(tool),
    }),
    reference: 'hermes-agent#72032',
  }),
  wrong('CMP-01', 'execute', 'a composite that answers a call with the first result', {
    create: (sources) => ({
      ...composite(sources),
      execute: (call) => sources[0]?.executor.execute(call) ?? closedDefaults.execute(call),
    }),
  }),
  wrong('CMP-02', 'specs', 'a composite in which the last one in takes over a name', {
    create: lastWins,
    reference: 'langchain-mcp-adapters#605',
  }),
  wrong('CMP-02', 'execute', 'a composite that states the first and runs the last', {
    create: lastWins,
    duplicates: 'first-wins',
    reference: 'langchain-mcp-adapters#605',
  }),
];
