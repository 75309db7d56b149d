// What the tools must answer to their arguments: known to the tools, and to whoever checks them.
import { createHash } from 'node:crypto';

/** Made up, in the form of a known kind of token, so that a redacting layer must find it. */
export const plantedSecret = 'ghp_x7Kq29LmZ4tRw81VbNcY53JdHsPf06QaUeGo';

/** The answer to a call's arguments, its secret aside. It depends on the key, so that no other call's can pass for it. */
export const answerTo = ({ key, pad = 0 }) => ({
  key,
  digest: createHash('sha256').update(key).digest('hex').slice(0, 16),
  pad: 'x'.repeat(pad),
});
