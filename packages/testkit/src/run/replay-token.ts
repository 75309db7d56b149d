import { AdapterError } from '../subject/adapter-error.js';

/** What a replay token holds. */
export interface ReplayToken {
  readonly law: string;
  readonly seed: number;
  /** fast-check's path to the counterexample. */
  readonly path: string;
}

const prefix = 'pawl1:';

/** A token that is one word and can be pasted anywhere. */
export const writeToken = (token: ReplayToken): string =>
  `${prefix}${token.law}:${token.seed}:${Buffer.from(token.path, 'utf8').toString('base64url')}`;

/** @throws {AdapterError} for a text that is no token of this version. */
export const readToken = (text: string): ReplayToken => {
  const parts = text.trim().startsWith(prefix) ? text.trim().slice(prefix.length).split(':') : [];
  const [law, seed, path] = parts;
  if (parts.length !== 3 || law === undefined || path === undefined || !/^-?\d+$/.test(seed ?? '')) {
    throw new AdapterError(
      'bad-option',
      `${JSON.stringify(text)} is no replay token: copy the whole word that starts with ${prefix}`,
    );
  }
  return { law, seed: Number(seed), path: Buffer.from(path, 'base64url').toString('utf8') };
};
