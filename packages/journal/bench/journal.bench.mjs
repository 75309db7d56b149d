import { generateKeyPairSync, sign, verify as verifySignature } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digestJson, ed25519Signer, keyRing, openFileJournal, verifyFile } from '@pawl/journal';

export const name = 'journal';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const message = Buffer.alloc(80, 1);
const signature = sign(null, message, privateKey);
const perRound = 2_000;
const appenders = 512;
const rounds = 12;

const perSecond = async (count, work) => {
  const start = performance.now();
  await work();
  return (count / (performance.now() - start)) * 1_000;
};

const repeat = (work) => () => {
  for (let i = 0; i < perRound; i++) work();
};

// The digests are the caller's work, not the journal's.
const events = Array.from({ length: perRound }, (_, i) => ({
  callId: `call-${i}`,
  tool: 'read_file',
  attempt: 1,
  caller: 'ada',
  argsDigest: digestJson({ path: `notes/${i}.md` }),
}));

/** As many appends as `appenders` at a time, each of which waits for its own to be synced. */
const appendAll = async (journal) => {
  let next = 0;
  const appender = async () => {
    while (next < perRound) await journal.append('call', events[next++]);
  };
  await Promise.all(Array.from({ length: appenders }, appender));
};

/** Our best rate beside the machine's best, measured in turns: whatever else runs here only ever makes a round slower. */
const beside = async (ours, bare) => {
  let value = 0;
  let limit = 0;
  for (let round = 0; round < rounds; round++) {
    limit = Math.max(limit, await perSecond(perRound, bare));
    value = Math.max(value, await perSecond(perRound, ours));
  }
  return { value, limit, share: value / limit };
};

const rows = (what, { value, limit, share }) => [
  { name: `${what}`, unit: '1/s', value: Math.round(value) },
  { name: `${what}: the machine's bare rate`, unit: '1/s', value: Math.round(limit) },
  { name: `${what}: share of it`, unit: '%', value: Math.round(share * 100), target: '>= 50', ok: share >= 0.5 },
];

export const run = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'pawl-journal-bench-'));
  const keys = keyRing([{ key: publicKey, uses: ['journal'] }]);
  try {
    const signer = ed25519Signer(privateKey);
    const journal = await openFileJournal({ directory, session: 'bench', signer, keys });
    const appends = await beside(
      () => appendAll(journal),
      repeat(() => sign(null, message, privateKey)),
    );
    await journal.close();
    const written = await openFileJournal({ directory, session: 'verify', signer, keys });
    await appendAll(written);
    await written.close();
    const verified = await beside(
      async () => {
        const result = await verifyFile(written.path, keys);
        if (!result.ok || result.events !== perRound) throw new Error('the bench journal does not verify');
      },
      repeat(() => verifySignature(null, message, publicKey, signature)),
    );
    return [...rows('append to a file, synced, 512 at a time', appends), ...rows('verify a file', verified)];
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};
