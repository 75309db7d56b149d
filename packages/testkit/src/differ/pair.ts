/** Two values with exactly one difference. */
export interface Pair<T> {
  /** The difference, in a phrase. */
  readonly what: string;
  readonly a: T;
  readonly b: T;
}

/** The same difference, seen from the other side in every second draw. */
export const eitherWay = <T>(pair: Pair<T>, drawn: number): Pair<T> =>
  drawn % 2 === 0 ? pair : { what: pair.what, a: pair.b, b: pair.a };
