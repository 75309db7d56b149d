import { defineExecutor, type ExecutorMember, type ToolExecutor } from '@pawl/core';
import { hash } from '../generate/hash.js';
import type { Scenario } from '../generate/scenario.js';
import { Sentinel, type SentinelOptions } from '../generate/sentinel.js';
import { Probe, unbound } from '../probe/probe.js';
import type { CompositeSubject } from '../subject/subject.js';
import { completed, missingFrom } from './completed.js';

/** One source of a composite under test. */
export interface Source {
  readonly name: string;
  readonly sentinel: Sentinel;
  readonly probe: Probe;
}

/** A composite under test over sentinels. */
export interface CompositeWorld {
  readonly sources: readonly Source[];
  readonly outer: ToolExecutor;
  /** Members of the contract that the composite has not: `outer` answers them as `defineExecutor` does. */
  readonly missing: readonly ExecutorMember[];
  /** Puts the same sources together once more. */
  readonly remake: () => Promise<ToolExecutor>;
  /** Every tool, under the name by which the composite offers it. */
  readonly tools: readonly { readonly offered: string; readonly own: string; readonly source: Source }[];
}

/** How a composite's world differs from what the scenario says. */
export interface CompositeWorldOptions extends SentinelOptions {
  /** A name that both of the first two sources have. */
  readonly duplicate?: string;
  /** Replaces the scenario's tools. */
  readonly tools?: Scenario['tools'];
  /** Changes each source before it is put in, for faults. */
  readonly base?: (base: ToolExecutor) => ToolExecutor;
  /** What each source's `forWorker` answers, by index. */
  readonly workers?: readonly ('no-workspace' | 'rooted' | 'refused')[];
}

const sourceNames = ['alpha', 'beta', 'gamma'];

/** Builds a composite over two or three sentinels that share out the scenario's tools. */
export const buildComposite = async (
  subject: CompositeSubject,
  scenario: Scenario,
  options: CompositeWorldOptions = {},
): Promise<CompositeWorld> => {
  const { duplicate, workers, base, tools: _tools, ...sentinelOptions } = options;
  const count = 2 + (scenario.salt % 2);
  const sources = sourceNames.slice(0, count).map((name, index): Source => {
    const tools = (options.tools ?? scenario.tools).filter((_tool, at) => at % count === index);
    const extra = duplicate !== undefined && index < 2 ? [{ name: duplicate, listed: true, salt: index + 1 }] : [];
    const worker = workers?.[index];
    const sentinel = new Sentinel(
      {
        ...scenario,
        tools: [...tools.filter((tool) => tool.name !== duplicate), ...extra],
        salt: hash(scenario.salt, name) & 0xffff,
      },
      { ...sentinelOptions, ...(worker === undefined ? {} : { worker }) },
    );
    return { name, sentinel, probe: new Probe(base?.(sentinel) ?? sentinel) };
  });
  const parts = sources.map(({ name, probe }, index) => ({
    name,
    executor: (scenario.salt + index) % 4 < 2 ? probe : unbound(probe),
  }));
  const remake = async (): Promise<ToolExecutor> => completed(await subject.create(parts), defineExecutor({}));
  const outer = await remake();
  const tools = sources.flatMap((source) =>
    source.sentinel.specs().map(({ name }) => ({ offered: subject.rename(source.name, name), own: name, source })),
  );
  return { sources, outer, missing: missingFrom(outer), remake, tools };
};
