import { bareScope, type ShareInCeiling, type ToolExecutor, type WorkerRoot } from '@pawl/core';
import { difference } from '../compare/difference.js';
import { show } from '../compare/show.js';
import { scopeFrom } from '../generate/sentinel.js';
import { answerOf } from '../law/answer-of.js';
import type { Law } from '../law/law.js';
import { violate } from '../law/violate.js';
import type { FilesHook } from '../subject/subject.js';
import type { Trial } from '../world/trial.js';
import { lawOf } from './law-of.js';

/** WRK-01. */
export const workerKindsPass: Law = lawOf({
  id: 'WRK-01',
  slug: 'worker-kinds-pass',
  subjects: ['wrapper', 'chain'],
  statement: '`no-workspace`, `rooted` and `refused` pass as they are.',
  intent: 'A refusal that becomes "nothing to re-root" lets every worker write into its parent\'s files.',
  whereToLook: "the wrapper's `forWorker`: only a `rooted` executor is wrapped, everything else is handed back",
  members: ['forWorker'],
  check: async (trial) => {
    for (const kind of ['no-workspace', 'rooted', 'refused'] as const) {
      for (const station of trial.world({ worker: kind }).stations) {
        const scope = scopeFrom(trial.scenario.salt, 1);
        const below = (await answerOf(station.probe, 'forWorker', [scope], trial.waiting)).value as WorkerRoot; // the sentinel's own
        const { value, error } = await answerOf(station.outer, 'forWorker', [scope], trial.waiting);
        trial.tell();
        const plain = (root: unknown): unknown =>
          typeof root === 'object' && root !== null && 'executor' in root ? { ...root, executor: 'an executor' } : root;
        const wrong = error === undefined ? difference(plain(below), plain(value)) : `it failed with ${show(error)}`;
        if (wrong !== undefined)
          violate('forWorker', station.name, { expected: `the inner's \`${kind}\` to pass as it is`, but: wrong });
      }
    }
  },
});

const closed: ShareInCeiling = { allow: ['**'], maxFiles: 10, maxBytes: 10_000 };

interface Files extends FilesHook {
  readonly parent: ToolExecutor;
  readonly name: string;
  readonly worker: (id: string, shareIn?: readonly string[], ceiling?: ShareInCeiling) => Promise<WorkerRoot>;
}

const filesOf = async (trial: Trial): Promise<Files | undefined> => {
  if (trial.subject.kind !== 'executor' || trial.subject.files === undefined) return undefined;
  const parent = await trial.executor();
  const { write, read } = trial.subject.files;
  return {
    write: (executor, path, text) => trial.waiting.settle(write(executor, path, text), 'writing a file'),
    read: (executor, path) => trial.waiting.settle(read(executor, path), 'reading a file'),
    parent,
    name: trial.subject.name,
    worker: (workerId, shareIn = [], ceiling = closed) =>
      trial.waiting.settle(parent.forWorker({ ...bareScope(workerId), shareIn, ceiling }), '`forWorker`'),
  };
};

const rooted = (files: Files, root: WorkerRoot): ToolExecutor => {
  if (root.kind === 'rooted') return root.executor;
  return violate('forWorker', files.name, {
    expected: 'a `rooted` worker of an executor that owns files',
    but: `it is ${root.kind}${root.kind === 'refused' ? `: ${root.error.message}` : ''}`,
  });
};

/** WRK-03. */
export const workersAreApart: Law = lawOf({
  id: 'WRK-03',
  slug: 'workers-are-apart',
  subjects: ['executor'],
  statement: "Two workers, and a worker and its parent, never see or change one another's files.",
  intent: "Isolated agents that write into one checkout undo one another's work.",
  whereToLook: "`forWorker`: a subtree of its own for every worker, outside the parent's view",
  members: ['forWorker', 'execute'],
  needs: [{ kind: 'hook', hook: 'files' }],
  check: async (trial) => {
    const files = await filesOf(trial);
    if (files === undefined) return;
    const path = `notes-${trial.scenario.salt % 5}.md`;
    await files.write(files.parent, path, 'of the parent');
    const first = rooted(files, await files.worker('first'));
    const second = rooted(files, await files.worker('second'));
    trial.tell();
    const expect = async (who: ToolExecutor, at: string, want: string | undefined, what: string): Promise<void> => {
      const got = await files.read(who, at);
      if (got !== want)
        violate('forWorker', files.name, {
          expected: `${what} to find ${show(want)} at ${at}`,
          but: `it finds ${show(got)}`,
        });
    };
    await expect(first, path, undefined, 'a worker that nothing was shared with');
    await files.write(first, path, 'of the first');
    await files.write(first, 'own.md', 'of the first');
    await expect(files.parent, path, 'of the parent', 'the parent');
    await expect(files.parent, 'own.md', undefined, 'the parent');
    await expect(second, path, undefined, 'another worker');
    await expect(second, 'own.md', undefined, 'another worker');
    await files.write(files.parent, 'late.md', 'of the parent');
    await expect(first, 'late.md', undefined, 'a worker');
    await expect(first, 'own.md', 'of the first', 'the worker itself');
  },
});

/** WRK-04. */
export const shareInIsWhole: Law = lawOf({
  id: 'WRK-04',
  slug: 'share-in-is-whole',
  subjects: ['executor'],
  statement: 'Share-in is all or nothing, at the same relative path, within the ceiling.',
  intent: 'A worker that starts with half of its files does half of its work, and nobody is told.',
  whereToLook: 'the copying in `forWorker`: check everything against the ceiling before the first byte is copied',
  members: ['forWorker'],
  needs: [{ kind: 'hook', hook: 'files' }],
  check: async (trial) => {
    const files = await filesOf(trial);
    if (files === undefined) return;
    await files.write(files.parent, 'docs/a.md', 'text of a');
    await files.write(files.parent, 'docs/b.txt', 'text of b');
    const shared = await files.worker('w1', ['docs/a.md']);
    const worker = rooted(files, shared);
    trial.tell();
    const has = async (who: ToolExecutor, path: string, want: string | undefined): Promise<void> => {
      const got = await files.read(who, path);
      if (got !== want)
        violate('forWorker', files.name, {
          expected: `${show(want)} at ${path} of the worker`,
          but: `${show(got)} is there`,
        });
    };
    await has(worker, 'docs/a.md', 'text of a');
    await has(worker, 'docs/b.txt', undefined);
    const all = rooted(files, await files.worker('w2', ['docs']));
    await has(all, 'docs/a.md', 'text of a');
    await has(all, 'docs/b.txt', 'text of b');
    const refusals: readonly (readonly [string, readonly string[], ShareInCeiling])[] = [
      ['a path that is missing, beside one that is there', ['docs/a.md', 'docs/missing.md'], closed],
      ['a path that leads out', ['docs/a.md', '../outside'], closed],
      ['a file that no pattern allows', ['docs'], { ...closed, allow: ['**/*.md'] }],
      ['more files than the ceiling has', ['docs'], { ...closed, maxFiles: 1 }],
      ['more bytes than the ceiling has', ['docs/a.md'], { ...closed, maxBytes: 3 }],
      ['anything, under a closed ceiling', ['docs/a.md'], { allow: [], maxFiles: 0, maxBytes: 0 }],
    ];
    for (const [index, [what, paths, ceiling]] of refusals.entries()) {
      const root = await files.worker(`refused-${index}`, paths, ceiling);
      if (root.kind !== 'refused')
        violate('forWorker', files.name, {
          expected: `the delegation to be refused for ${what}`,
          but: `it is ${root.kind}`,
        });
    }
  },
});
