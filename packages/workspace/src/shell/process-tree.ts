import { readFileSync } from 'node:fs';

/** What a process and everything below it use. */
export interface TreeUsage {
  /** Memory of their own, not what they share with a file. */
  readonly bytes: number;
  readonly processes: number;
}

const tryRead = (path: string): string => {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return ''; // It ended meanwhile.
  }
};

const childrenOf = (pid: number): readonly number[] =>
  tryRead(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);

const ownBytes = (pid: number): number => {
  const status = tryRead(`/proc/${pid}/status`);
  let kibibytes = 0;
  for (const [, amount] of status.matchAll(/^Rss(?:Anon|Shmem):\s*(\d+) kB$/gm)) kibibytes += Number(amount);
  return kibibytes * 1024;
};

/**
 * Adds up a tree of processes, at most `limit` of them. An orphan in a process namespace goes to the namespace's first process,
 * so nothing leaves the tree.
 */
export const treeUsage = (pid: number, limit: number): TreeUsage => {
  const open = [pid];
  let bytes = 0;
  let processes = 0;
  for (let next = open.pop(); next !== undefined && processes <= limit; next = open.pop()) {
    processes += 1;
    bytes += ownBytes(next);
    open.push(...childrenOf(next));
  }
  return { bytes, processes };
};
