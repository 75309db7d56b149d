import type { WriterOptions } from '../options/check-writer-options.js';
import type { ChainState } from '../verify/chain-state.js';
import { type FoundEvent, verifyFound } from '../verify/verify.js';
import { JournalError } from './journal-error.js';

/**
 * Verifies what is stored and says where it has come to.
 *
 * @throws {JournalError} `corrupt` where it does not verify, `wrong-key` where the signer is not at the chain's key.
 */
export const loadChain = async (found: AsyncIterable<FoundEvent>, options: WriterOptions): Promise<ChainState> => {
  const { session, signer, keys, checkpoint } = options;
  const held = checkpoint === undefined ? { session } : { session, checkpoint };
  const { result, state } = await verifyFound(found, keys, held);
  if (!result.ok) {
    throw new JournalError(
      'corrupt',
      `the journal of ${JSON.stringify(session)} does not verify: ${result.message} (${result.code}); nothing was changed`,
    );
  }
  if (state.key !== undefined && state.key !== signer.keyId) {
    throw new JournalError(
      'wrong-key',
      `the journal of ${JSON.stringify(session)} is at key ${state.key}: open it with that key, then rotate to ${signer.keyId}`,
    );
  }
  return state;
};
