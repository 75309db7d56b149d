import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApprovalRequest, capabilities, capabilityNames } from '@pawl/core';
import { onTestFinished } from 'vitest';
import { ed25519Signer, type KeyRing, keyRing, type Signer } from '../src/index.js';

/** A key pair as tests use it. */
export interface TestKey {
  readonly signer: Signer;
  readonly pem: string;
  readonly publicPem: string;
}

const testKey = (): TestKey => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    signer: ed25519Signer(privateKey),
    pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
};

/** The agent's key, the key it rotates to, and the key that speaks for people. */
export const agent: TestKey = testKey();
export const nextAgent: TestKey = testKey();
export const approver: TestKey = testKey();
export const stranger: TestKey = testKey();

export const keys: KeyRing = keyRing([
  { key: agent.publicPem, uses: ['journal'] },
  { key: nextAgent.publicPem, uses: ['journal'] },
  { key: approver.publicPem, uses: ['approval'] },
]);

/** A directory that goes when the test does. */
export const temporaryDirectory = async (): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'pawl-journal-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
};

/** A clock that tests move. */
export const testClock = (start = Date.UTC(2026, 10, 30)): { now: () => number; pass: (ms: number) => void } => {
  let at = start;
  return {
    now: () => at,
    pass: (ms) => {
      at += ms;
    },
  };
};

/** What a gate asks about a call that sends a mail. */
export const mailRequest = (changes: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
  callId: 'call-1',
  tool: 'send_mail',
  args: { to: 'mara@example.org' },
  caller: 'ada',
  session: 'chat-42',
  spec: { name: 'send_mail', description: 'Sends a mail.', inputSchema: { type: 'object' }, cacheableApproval: true },
  reason: 'send_mail needs a person’s approval',
  required: capabilityNames(capabilities('mutate-external')),
  missing: [],
  sandboxEscalation: false,
  ...changes,
});
