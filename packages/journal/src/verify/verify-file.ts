import { open } from 'node:fs/promises';
import { readLines } from '../file/read-lines.js';
import type { KeyRing } from '../keys/key-ring.js';
import { foundInLine } from './found-in-line.js';
import { type FoundEvent, type VerifyOptions, type VerifyResult, verifyFound } from './verify.js';

async function* foundIn(file: Awaited<ReturnType<typeof open>>): AsyncGenerator<FoundEvent> {
  for await (const { text, whole } of readLines(file)) {
    yield whole
      ? foundInLine(text)
      : {
          code: 'torn-tail',
          problem: 'was not written whole, so it was never acknowledged: opening the journal mends it',
        };
  }
}

/**
 * `verify` for a journal's file, down to the byte: text that says the same in other bytes is an edit as well. Reads
 * only, so it may run while a writer has the journal.
 *
 * @throws whatever the file system says when the file cannot be read.
 * @example
 * ```ts
 * const result = await verifyFile('journals/s-chat-42.….jsonl', keys, { session: 'chat-42' });
 * ```
 */
export const verifyFile = async (path: string, keys: KeyRing, options: VerifyOptions = {}): Promise<VerifyResult> => {
  const file = await open(path, 'r');
  try {
    return (await verifyFound(foundIn(file), keys, options)).result;
  } finally {
    await file.close();
  }
};
