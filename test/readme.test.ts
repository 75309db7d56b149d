import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';
import { expect, it, onTestFinished } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'node_modules', '.cache', 'readme');
const run = promisify(execFile);

/** The first example of a README, as a program that Node can run from within the project. */
const program = (readme: string): { readonly file: string; readonly expected: readonly string[] } => {
  const text = readFileSync(join(root, readme), 'utf8');
  const example = /```(?:js|ts)\n([\s\S]*?)```/.exec(text)?.[1];
  if (example === undefined) throw new Error(`${readme} has no example`);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${basename(join(readme, '..'))}.mjs`);
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  writeFileSync(file, ts.transpileModule(example, { compilerOptions: options }).outputText);
  const expected = [...example.matchAll(/^.*console\.log\(.*\);? \/\/ (.*)$/gm)].map((match) => match[1] ?? '');
  return { file, expected };
};

const readmes = [
  'README.md',
  ...['core', 'decorators', 'journal', 'registry', 'runtime', 'workspace'].map((name) => `packages/${name}/README.md`),
];

it.each(readmes)('the first example of %s runs and prints what it says', async (readme) => {
  const { file, expected } = program(readme);
  const cwd = mkdtempSync(join(tmpdir(), 'pawl-readme-'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const { stdout } = await run(process.execPath, [file], { cwd });
  expect(expected.length).toBeGreaterThan(0);
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(expected.length);
  for (const [index, line] of expected.entries()) {
    // An ellipsis stands for the rest of the line.
    if (line.endsWith('…')) expect(lines[index]?.startsWith(line.slice(0, -1))).toBe(true);
    else expect(lines[index]).toBe(line);
  }
});
