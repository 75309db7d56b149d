/** Whether a value counts. */
export const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** MCP's `progress` of a `total` as a fraction from 0 to 1. */
export const shareOf = (progress: number, total: number): number => Math.min(1, Math.max(0, progress / total));
