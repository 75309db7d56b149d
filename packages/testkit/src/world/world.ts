import type { ExecutorMember, ToolExecutor, Touches } from '@pawl/core';
import { show } from '../compare/show.js';
import type { Scenario } from '../generate/scenario.js';
import { Sentinel, type SentinelOptions } from '../generate/sentinel.js';
import { Violation } from '../law/violation.js';
import { type LayerModel, referenceLayer } from '../layers/index.js';
import { Probe, unbound } from '../probe/probe.js';
import type { ChainSubject, WrappedInstance, WrapperSubject } from '../subject/subject.js';
import { completed, missingFrom } from './completed.js';
import type { Watch } from './watch.js';

/** A layer under test, and the probe that stands right under it. */
export interface Station {
  readonly name: string;
  readonly touches: Touches;
  readonly outer: ToolExecutor;
  readonly probe: Probe;
  readonly instance: WrappedInstance;
  /** Members of the contract that the layer has not: `outer` takes them from the executor under it. */
  readonly missing: readonly ExecutorMember[];
  /** A new instance of the layer over another executor. */
  readonly rewrap: (inner: ToolExecutor) => ToolExecutor;
}

/** One level of a chain. */
export interface Level {
  readonly name: string;
  readonly role: 'subject' | 'kit';
  readonly executor: ToolExecutor;
  readonly touches: Touches;
  /** What a kit layer makes of the answers below. */
  readonly model?: LayerModel;
}

/** The chain of one run. */
export interface World {
  readonly base: Sentinel;
  /** The layers under test, outermost first. */
  readonly stations: readonly Station[];
  /** Outermost first; the last one is the base. */
  readonly levels: readonly Level[];
  readonly top: ToolExecutor;
}

/** How a world differs from what the scenario says. */
export interface WorldOptions extends SentinelOptions {
  /** `none` leaves the kit's layers away. Default: `scenario`. */
  readonly around?: 'scenario' | 'none';
  /** `none`: nobody looks at what reaches the inner, so nothing is written down. Default: `recording`. */
  readonly probes?: 'recording' | 'none';
  /** Replaces the scenario's tools. */
  readonly tools?: Scenario['tools'];
  /** Changes the base before anything wraps it, for faults. */
  readonly base?: (base: ToolExecutor) => ToolExecutor;
  /** Stands in front of every executor under test. */
  readonly watch?: Watch;
}

/** A layer under test in the making. */
interface Part {
  readonly name: string;
  readonly touches: Touches;
  readonly wrap: (inner: ToolExecutor) => WrappedInstance;
}

const partsOf = (subject: WrapperSubject | ChainSubject): readonly Part[] =>
  subject.kind === 'wrapper'
    ? [{ name: subject.name, touches: subject.touches, wrap: subject.wrap }]
    : subject.layers.map((item) => ({
        name: item.name,
        touches: item.touches,
        wrap: (inner) => ({ executor: item(inner) }),
      }));

const wrapOrBlame = (part: Part, inner: ToolExecutor): WrappedInstance => {
  try {
    return part.wrap(inner);
  } catch (error) {
    throw new Violation({
      member: 'dispatch',
      layer: part.name,
      expected: 'the wrapper to take any executor',
      but: `it threw ${show(error)} while it was put around one`,
    });
  }
};

/** Builds the chain of one run: base, kit layers, the layers under test with a probe under each, kit layers. */
export const buildWorld = (
  subject: WrapperSubject | ChainSubject,
  scenario: Scenario,
  options: WorldOptions = {},
): World => {
  const base = new Sentinel(options.tools === undefined ? scenario : { ...scenario, tools: options.tools }, options);
  const around = options.around === 'none' ? [] : scenario.layers;
  const outside = Math.min(scenario.outside, around.length);
  let executor: ToolExecutor = scenario.salt % 2 === 1 ? base : unbound(base);
  executor = options.base?.(executor) ?? executor;
  const levels: Level[] = [{ name: 'base', role: 'kit', executor, touches: {} }];
  const addKit = (seeds: Scenario['layers']): void => {
    for (const seed of seeds.toReversed()) {
      const { layer, model } = referenceLayer(seed);
      executor = layer(executor);
      levels.unshift({ name: layer.name, role: 'kit', executor, touches: layer.touches, model });
    }
  };
  addKit(around.slice(outside));
  const stations: Station[] = [];
  for (const part of partsOf(subject).toReversed()) {
    const probe = new Probe(executor);
    const recorded = options.probes === 'none' ? executor : scenario.salt % 4 < 2 ? probe : unbound(probe);
    const instance = wrapOrBlame(part, recorded);
    const whole = completed(instance.executor, recorded);
    executor = options.watch?.over(whole, part.name) ?? whole;
    const rewrap = (inner: ToolExecutor): ToolExecutor => completed(wrapOrBlame(part, inner).executor, inner);
    const { name, touches } = part;
    stations.unshift({ name, touches, outer: executor, probe, instance, missing: missingFrom(whole), rewrap });
    levels.unshift({ name: part.name, role: 'subject', executor, touches: part.touches });
  }
  addKit(around.slice(0, outside));
  return { base, stations, levels, top: executor };
};
