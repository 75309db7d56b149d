/** What a signature is for. A signature for one purpose never counts for another. */
export type SignedPurpose = 'event' | 'checkpoint' | 'approval-request' | 'approval-response';

/** The bytes that are signed: purpose, version and the text, so that no signature can be shown for something else. */
export const signedBytes = (purpose: SignedPurpose, text: string): Buffer =>
  Buffer.from(`pawl/${purpose}/1\n${text}`, 'utf8');
