/** Code units that are looked at in one go. */
export const blockLength: number = 1 << 14;

const encoder = new TextEncoder();
let spare: Uint8Array | undefined;

/** Lends bytes for a block, for as long as `work` runs: making them anew for each text would cost more than the looking. */
export const withBlock = (work: (block: Uint8Array) => void): void => {
  // Whoever comes in between, from inside `work`, gets bytes of its own.
  const block = spare ?? new Uint8Array(blockLength + 1);
  spare = undefined;
  try {
    work(block);
  } finally {
    spare = block;
  }
};

/**
 * Writes the code units of a stretch of a text, at most `blockLength` of them, and a 0 behind the last one, into a block;
 * `false` where one of them is no ASCII, and then the block says nothing. Bytes are read several times faster than the characters of a string.
 */
export const asciiCodes = (text: string, [from, to]: readonly [number, number], block: Uint8Array): boolean => {
  const { read, written } = encoder.encodeInto(text.slice(from, to), block);
  // Any other character is written as two bytes or more, so that the two numbers part, or does not fit.
  if (read !== to - from || written !== to - from) return false;
  block[written] = 0;
  return true;
};
