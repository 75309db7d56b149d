import { generateKeyPairSync } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ed25519Signer, type KeyRing, keyRing, type Signer } from '@pawl/journal';

/** The conversation. */
export const session = 'demo-turn';

/** Where the legs of the turn and the person meet: keys, the journal, answers. */
export interface Home {
  readonly path: (...parts: readonly string[]) => string;
  readonly journals: string;
  readonly answers: string;
}

export const homeAt = (directory: string): Home => {
  const path = (...parts: readonly string[]): string => join(directory, ...parts);
  return { path, journals: path('journals'), answers: path('answers') };
};

type Owner = 'agent' | 'person';

/** Makes a home with two keys: the agent's signs what happened, the person's alone can say yes. */
export const makeHome = async (directory: string): Promise<Home & AsyncDisposable> => {
  const home = homeAt(directory);
  await mkdir(home.answers, { recursive: true });
  for (const owner of ['agent', 'person'] satisfies readonly Owner[]) {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    await writeFile(home.path(`${owner}.key`), privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
    await writeFile(home.path(`${owner}.pub`), publicKey.export({ type: 'spki', format: 'pem' }));
  }
  return { ...home, [Symbol.asyncDispose]: () => rm(directory, { recursive: true }) };
};

export const signerOf = async (home: Home, owner: Owner): Promise<Signer> =>
  ed25519Signer(await readFile(home.path(`${owner}.key`), 'utf8'));

export const ringOf = async (home: Home): Promise<KeyRing> =>
  keyRing([
    { key: await readFile(home.path('agent.pub'), 'utf8'), uses: ['journal'] },
    { key: await readFile(home.path('person.pub'), 'utf8'), uses: ['approval'] },
  ]);

/** The answers that the person has written so far, in order. */
export const answersIn = async (home: Home): Promise<readonly string[]> => {
  const names = (await readdir(home.answers)).sort();
  return Promise.all(names.map((name) => readFile(join(home.answers, name), 'utf8')));
};
