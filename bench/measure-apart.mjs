import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * Times contenders in turn, each in a process of its own, because some of them slow down every promise of theirs; gives
 * the median nanoseconds of one call. Each is `{ file, calls }`, `file` beside this one.
 */
export const measureApart = async (contenders, { rounds = 15 } = {}) => {
  const env = { ...process.env, OPENAI_AGENTS_DISABLE_TRACING: '1' };
  const children = contenders.map(({ file }) =>
    fork(fileURLToPath(new URL(file, import.meta.url)), { env, execArgv: [] }),
  );
  try {
    await Promise.all(children.map((child) => once(child, 'message')));
    const times = contenders.map(() => []);
    for (let round = -3; round < rounds; round++) {
      for (const [index, child] of children.entries()) {
        child.send(contenders[index].calls);
        const [spent] = await once(child, 'message');
        if (round >= 0) times[index].push(spent);
      }
    }
    return times.map((all) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)]);
  } finally {
    for (const child of children) child.kill();
  }
};
