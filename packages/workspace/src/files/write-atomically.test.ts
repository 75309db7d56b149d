import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { temporaryRoot } from '../../test/temporary-root.js';
import { machinePins } from '../fence/pins.js';
import { temporaryName, writeAtomically } from './write-atomically.js';

const size = 4 * 1024 * 1024;

// A process that is to be killed in the middle of its work has to be one of its own, so the code under test is compiled for it.
const compile = (into: string): string => {
  for (const file of ['files/write-atomically', 'fence/pins', 'fence/fence-error']) {
    const source = readFileSync(new URL(`../${file}.ts`, import.meta.url), 'utf8');
    const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true };
    const { outputText } = ts.transpileModule(source, { compilerOptions: options });
    mkdirSync(dirname(join(into, file)), { recursive: true });
    writeFileSync(join(into, `${file}.js`), outputText);
  }
  writeFileSync(join(into, 'package.json'), '{"type":"module"}');
  const program = join(into, 'program.js');
  writeFileSync(
    program,
    `import { machinePins } from ${JSON.stringify(pathToFileURL(join(into, 'fence/pins.js')).href)};
     import { writeAtomically } from ${JSON.stringify(pathToFileURL(join(into, 'files/write-atomically.js')).href)};
     import { writeSync } from 'node:fs';
     const parent = machinePins().pin(process.argv[2]);
     const moment = process.argv[3];
     for (let turn = 0; ; turn += 1) {
       if (moment === 'write') writeSync(1, '.');
       const beforeChange = () => { if (moment === 'change') writeSync(1, '.'); };
       const bytes = Buffer.alloc(${size}, turn % 2 === 0 ? 'B' : 'A');
       await writeAtomically({ parent, name: 'file', bytes, beforeChange });
     }`,
  );
  return program;
};

const killInTheMiddle = (command: readonly string[], writes: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
    let seen = 0;
    child.stdout.on('data', (dots: Buffer) => {
      seen += dots.length;
      // The dot comes just before the work that the kill is to fall into.
      if (seen >= writes) child.kill('SIGKILL');
    });
    child.once('exit', (_code, signal) => (signal === 'SIGKILL' ? resolve() : reject(new Error('it ended by itself'))));
  });

describe('an atomic write', () => {
  it('leaves the old file or the new one when its process is killed', async () => {
    const { root, outside } = temporaryRoot({ file: Buffer.alloc(size, 'A') });
    const program = compile(outside);
    for (let round = 2; round < 14; round += 1) {
      const moment = round % 2 === 0 ? 'write' : 'change';
      await killInTheMiddle([program, root, moment], Math.floor(round / 2));
      const bytes = readFileSync(join(root, 'file'));
      expect(bytes.length).toBe(size);
      expect(bytes.every((byte) => byte === bytes[0])).toBe(true);
    }
    const left = readdirSync(root).filter((name) => name !== 'file');
    expect(left.every((name) => temporaryName.test(name))).toBe(true);
  });

  it('leaves the old file, and nothing else, when it is called off', async () => {
    const { root } = temporaryRoot({ file: 'old' });
    const parent = machinePins().pin(root);
    const beforeChange = (): void => {
      throw new Error('called off');
    };
    await expect(writeAtomically({ parent, name: 'file', bytes: Buffer.from('new'), beforeChange })).rejects.toThrow(
      'called off',
    );
    parent.close();
    expect(readdirSync(root)).toEqual(['file']);
    expect(readFileSync(join(root, 'file'), 'utf8')).toBe('old');
  });

  it('never shows to others what the old file kept from them', async () => {
    const { root } = temporaryRoot({ file: 'old' });
    const held = machinePins().pin(root);
    const modes: number[] = [];
    // Asked after the new file was made, and again before it takes the place of the old one.
    const confirm = (): void => {
      const [name = ''] = readdirSync(root).filter((one) => temporaryName.test(one));
      modes.push(statSync(join(root, name)).mode & 0o777);
    };
    const bytes = Buffer.from('new');
    await writeAtomically({ parent: { ...held, confirm }, name: 'file', bytes, mode: 0o100640 });
    held.close();
    expect([...modes, statSync(join(root, 'file')).mode & 0o777]).toEqual([0o600, 0o640, 0o640]);
  });
});
