import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

export interface TemporaryRoot {
  /** The root of a workspace. */
  readonly root: string;
  /** A directory beside it, where nothing may be read or changed. */
  readonly outside: string;
}

/** A root with files, and a directory beside it; both go when the test ends. */
export const temporaryRoot = (files: Readonly<Record<string, string | Uint8Array>> = {}): TemporaryRoot => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'pawl-workspace-')));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const root = join(base, 'root');
  const outside = join(base, 'outside');
  mkdirSync(root);
  mkdirSync(outside);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return { root, outside };
};
