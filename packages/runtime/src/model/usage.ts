/** What model calls used. */
export interface Usage {
  /** Tokens that the model read. */
  readonly inputTokens: number;
  /** Tokens that it wrote. */
  readonly outputTokens: number;
  /** Of those that it read, tokens that came from a cache. */
  readonly cachedInputTokens?: number;
  /** Of those that it wrote, tokens of its reasoning. */
  readonly reasoningTokens?: number;
}

/** No usage. */
export const noUsage: Usage = Object.freeze({ inputTokens: 0, outputTokens: 0 });

const optional = ['cachedInputTokens', 'reasoningTokens'] as const;

const count = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

/** The sum of two usages. What is no number counts as nothing. */
export const addUsage = (a: Usage, b: Usage): Usage => {
  const sum: { -readonly [K in keyof Usage]: Usage[K] } = {
    inputTokens: count(a.inputTokens) + count(b.inputTokens),
    outputTokens: count(a.outputTokens) + count(b.outputTokens),
  };
  for (const name of optional) {
    if (a[name] !== undefined || b[name] !== undefined) sum[name] = count(a[name]) + count(b[name]);
  }
  return sum;
};
