/** The word for the executor under all layers. */
export const baseName = 'base';

// Which layer made a decision, or threw. Kept beside the objects, not in them, so that a layer cannot claim another's name.
const origins = new WeakMap<object, string>();

/** Notes that `layer` made this decision or error, unless an inner layer already had. */
export const noteOrigin = (made: unknown, layer: string): void => {
  if (typeof made === 'object' && made !== null && !origins.has(made)) origins.set(made, layer);
};

/** Who made a decision or error; what no layer has seen comes from the base. */
export const originOf = (made: unknown): string =>
  (typeof made === 'object' && made !== null ? origins.get(made) : undefined) ?? baseName;

/** A combined decision was made by whoever made the part that won. */
export const copyOrigin = (from: object, to: object): void => {
  const layer = origins.get(from);
  if (layer !== undefined) origins.set(to, layer);
};
