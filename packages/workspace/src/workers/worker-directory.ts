import { createHash } from 'node:crypto';

const maxNameBytes = 200;
const plain = /^[a-z0-9_-]$/;

/**
 * The name of a worker's directory: its id with everything but `a-z`, `0-9`, `_` and `-` written as `%` and two digits,
 * so that no id is a path, and two ids are never one name, not even where case is ignored. A long id becomes its digest.
 */
export const workerDirectory = (workerId: string): string => {
  const name = [...Buffer.from(workerId, 'utf8')]
    .map((byte) => {
      const letter = String.fromCharCode(byte);
      return plain.test(letter) ? letter : `%${byte.toString(16).padStart(2, '0')}`;
    })
    .join('');
  return name.length <= maxNameBytes ? name : `=${createHash('sha256').update(workerId).digest('hex')}`;
};

/** The id that a directory was named after; `undefined` for a long one, and for what no worker has. */
export const workerIdOf = (directory: string): string | undefined => {
  const name = directory.replace(/~\d+$/, '');
  if (!/^(?:[a-z0-9_-]|%[0-9a-f]{2})+$/.test(name)) return undefined;
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
};
