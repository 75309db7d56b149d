// What "flat" and "nothing leaked" mean in figures.

const mebibyte = 2 ** 20;

/** Bounds on each process that lives as long as the run. Ratios are of the last quarter to the first, medians. */
export const bounds = {
  /** Heap after a collection. */
  heapRatio: 1.15,
  /** Bytes of heap for each call after the first quarter, which warms up. */
  heapSlope: 200,
  /** Resident memory: what a flood left behind may stay with the allocator, but must not add up. */
  rssRatio: 1.5,
  /** File descriptors more in the last quarter than in the first. */
  descriptors: 8,
  /** Fewer samples than these show warming up alone, and are not judged. */
  fewestSamples: 16,
};

/** What is wrong with the trends, a sentence each. */
export const wrongWithTrends = (trends, samples) => {
  if (samples < bounds.fewestSamples) return [];
  return trends.flatMap(({ name, heap, rss, descriptors }) => [
    ...(heap.ratio > bounds.heapRatio ? [`${name}: the heap grew ${heap.ratio.toFixed(2)}×`] : []),
    ...(heap.slope > bounds.heapSlope ? [`${name}: the heap grows by ${Math.round(heap.slope)} bytes a call`] : []),
    ...(rss.ratio > bounds.rssRatio
      ? [`${name}: resident memory grew ${rss.ratio.toFixed(2)}×, to ${Math.round(rss.last / mebibyte)} MiB`]
      : []),
    ...(descriptors.last > descriptors.first + bounds.descriptors
      ? [`${name}: open descriptors went from ${descriptors.first} to ${descriptors.last}`]
      : []),
  ]);
};
