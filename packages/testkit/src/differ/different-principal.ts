import { hash } from '../generate/hash.js';
import { eitherWay, type Pair } from './pair.js';
import { sweep } from './sweep.js';
import { textPairs } from './text-pairs.js';

/** On whose behalf a call is made, and in which conversation. */
export interface Principal {
  readonly caller?: string;
  readonly session?: string;
}

type Maker = (tag: string) => Pair<Principal>;

const fields = ['caller', 'session'] as const;
const separators = [':', '|', '/', ',', ' ', '.', '-', '_', '#', '@', '\n', '\u0000', '","', ''];
const strangers = ['', 'undefined', 'null', 'default', 'x', '*', 'anonymous', 'unknown', 'none', '0'];

const named: readonly Maker[] = textPairs.flatMap((pair) =>
  fields.map(
    (field): Maker =>
      (tag) => {
        const whole = { caller: `c${tag}`, session: `s${tag}` };
        return {
          what: `another ${field} (${pair.what})`,
          a: { ...whole, [field]: pair.a },
          b: { ...whole, [field]: pair.b },
        };
      },
  ),
);

const absent: readonly Maker[] = strangers.flatMap((text) =>
  fields.map(
    (field): Maker =>
      (tag) => {
        const whole = { [field === 'caller' ? 'session' : 'caller']: `other${tag}` };
        return { what: `${field} ${JSON.stringify(text)} instead of none`, a: whole, b: { ...whole, [field]: text } };
      },
  ),
);

const moved: readonly Maker[] = [
  (tag) => ({
    what: 'caller and session swapped',
    a: { caller: `x${tag}`, session: `y${tag}` },
    b: { caller: `y${tag}`, session: `x${tag}` },
  }),
  (tag) => ({ what: 'the session for a caller', a: { caller: `x${tag}` }, b: { session: `x${tag}` } }),
  ...separators.map(
    (by): Maker =>
      (tag) => ({
        what: `a separator inside a name, ${JSON.stringify(by)}`,
        a: { caller: `p${by}q${tag}`, session: `r${tag}` },
        b: { caller: 'p', session: `q${tag}${by}r${tag}` },
      }),
  ),
];

/** Principals with one difference: a few of each kind. */
export const differentPrincipals = (salt: number): readonly Pair<Principal>[] => {
  const drawn = hash(salt, 'principal');
  const makers = [...sweep(named, drawn, 3), ...sweep(absent, drawn >>> 2, 2), ...sweep(moved, drawn >>> 4, 2)];
  // The tag keeps one pair apart from the next.
  return makers.map((make, index) => eitherWay(make(`-${index}`), hash(drawn, index)));
};
