import { LayerOptionError } from '../options/layer-option-error.js';
import { type WhenUnmatched, whenUnmatched } from '../options/when-unmatched.js';
import type { ExampleQueries } from './catalogue.js';

/** What a retrieval gate advertises. */
export interface RetrievalGateOptions {
  /** What the turn is about, in words: usually what the person wrote. Read up to 8,192 characters. */
  readonly query: string;
  /** How many tools are advertised beside the pinned ones; 0 leaves the pinned ones alone. */
  readonly k: number;
  /** Names of tools that are always advertised. Default: none. */
  readonly pinned?: readonly string[];
  /** Whether a query that finds fewer than `k` is filled up with the first of the catalogue. Default: `true`. */
  readonly fill?: boolean;
  /**
   * What share of the best tool's score a tool needs to be advertised, from 0 to 1; above 0 nothing is filled up.
   * Default: 0.
   */
  readonly leastScore?: number;
  /** Queries that a tool was the answer to, by name: they lift it for queries like them. Keep one map; do not change it. */
  readonly examples?: ExampleQueries;
  /** How many hidden tools a recovery offers at most. Default: 3. */
  readonly recoverLimit?: number;
  /** What to do about a pinned name that no tool has when the layer is applied. Default: `'error'`. */
  readonly whenUnmatched?: WhenUnmatched;
}

/** The options with their defaults. */
export interface GateSettings {
  readonly query: string;
  readonly k: number;
  readonly pinned: ReadonlySet<string>;
  readonly fill: boolean;
  readonly leastScore: number;
  readonly examples: ExampleQueries | undefined;
  readonly recoverLimit: number;
  readonly whenUnmatched: WhenUnmatched;
}

const fail = (option: string, problem: string): never => {
  throw new LayerOptionError(`retrievalGate: \`${option}\` ${problem}`, { code: 'invalid-option', option });
};

const count = (option: string, value: unknown): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0
    ? value
    : fail(option, 'must be a whole number, 0 or more');

/** Checks the options, as far as that needs no catalogue. @throws {LayerOptionError} */
export const gateSettings = (options: RetrievalGateOptions): GateSettings => {
  if (typeof options.query !== 'string') return fail('query', 'must be a string; the empty one finds nothing');
  const pinned = options.pinned ?? [];
  if (!Array.isArray(pinned) || pinned.some((name) => typeof name !== 'string')) {
    return fail('pinned', 'must be an array of tool names');
  }
  const k = count('k', options.k);
  if (k === 0 && pinned.length === 0) return fail('k', 'is 0 and nothing is pinned, so no tool would be left');
  if (options.examples !== undefined && !(options.examples instanceof Map)) {
    return fail('examples', 'must be a Map from tool names to queries');
  }
  const { fill = true, leastScore = 0 } = options;
  if (typeof fill !== 'boolean') return fail('fill', 'must be true or false');
  // The comparison is false for what is no number.
  if (typeof leastScore !== 'number' || !(leastScore >= 0 && leastScore <= 1)) {
    return fail('leastScore', 'must be a number from 0 to 1');
  }
  return {
    query: options.query,
    k,
    pinned: new Set(pinned),
    fill,
    leastScore,
    examples: options.examples,
    recoverLimit: count('recoverLimit', options.recoverLimit ?? 3),
    whenUnmatched: whenUnmatched('retrievalGate', options.whenUnmatched),
  };
};
