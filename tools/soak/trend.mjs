// Whether a series of samples stays flat: pure functions.

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Least squares: by how much the values grow with each unit of `at`. */
const slopeOf = (samples) => {
  const at = mean(samples.map((one) => one.at));
  const value = mean(samples.map((one) => one.value));
  const over = samples.reduce((sum, one) => sum + (one.at - at) * (one.value - value), 0);
  const under = samples.reduce((sum, one) => sum + (one.at - at) ** 2, 0);
  return under === 0 ? 0 : over / under;
};

/** First and last quarter, by median, and the slope for each call once the first quarter has warmed up. `samples` are `{ at, value }`, `at` in calls. */
export const trendOf = (samples) => {
  const quarter = Math.max(1, Math.floor(samples.length / 4));
  const first = median(samples.slice(0, quarter).map(({ value }) => value));
  const last = median(samples.slice(-quarter).map(({ value }) => value));
  return {
    first,
    last,
    ratio: last / first,
    slope: slopeOf(samples.slice(quarter)),
    values: samples.map(({ value }) => value),
  };
};
