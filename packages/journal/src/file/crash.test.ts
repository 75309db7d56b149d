import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bundledChildren, startChild } from '../../test/child.js';
import { agent, keys, temporaryDirectory } from '../../test/fixture.js';
import { collect } from '../../test/written.js';
import { verifyFile } from '../verify/verify-file.js';
import { openFileJournal } from './open-file-journal.js';

describe('a journal whose process is killed', () => {
  const script = bundledChildren('append', 'open');

  it('holds everything that was acknowledged, and goes on', async () => {
    const directory = await temporaryDirectory();
    let acknowledged = 0;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 60 }), async (acknowledgements) => {
        const child = startChild(script('append'), directory, 'crash', agent.pem);
        const said: string[] = [];
        while (said.length < acknowledgements) said.push(await child.line());
        child.process.kill('SIGKILL');
        said.push(...(await child.rest()));
        await child.kill();

        const journal = await openFileJournal({ directory, session: 'crash', signer: agent.signer, keys });
        const hashes = (await collect(journal.events())).map(({ seq, hash }) => `${seq} ${hash}`);
        await journal.append('custom', { kind: 'survived' });
        await journal.close();
        // The last line of a killed child may be cut short; what it says of an event is then no acknowledgement.
        const whole = said.filter((line) => /^\d+ [0-9a-f]{64}$/.test(line));
        expect(whole.filter((line) => !hashes.includes(line))).toEqual([]);
        expect(await verifyFile(journal.path, keys)).toMatchObject({ ok: true, events: hashes.length + 1 });
        acknowledged += whole.length;
      }),
      { numRuns: 20, endOnFailure: true },
    );
    expect(acknowledged).toBeGreaterThan(20);
  });
});

describe('two processes', () => {
  const script = bundledChildren('open');

  it('cannot both write a journal; one that is killed gives it up', async () => {
    const directory = await temporaryDirectory();
    const options = { directory, session: 's', signer: agent.signer, keys };
    const child = startChild(script('open'), directory, 's', agent.pem);
    expect(await child.line()).toBe('opened');
    await expect(openFileJournal(options)).rejects.toMatchObject({
      code: 'locked',
      message: expect.stringContaining(String(child.process.pid)),
    });
    await child.kill();
    const journal = await openFileJournal(options);
    const second = startChild(script('open'), directory, 's', agent.pem);
    expect(await second.line()).toBe('locked');
    await second.end();
    await journal.close();
  });

  it('that find the lock of a dead one at the same moment do not both take it', async () => {
    const directory = await temporaryDirectory();
    for (let round = 0; round < 3; round++) {
      const children = Array.from({ length: 4 }, () => startChild(script('open'), directory, 's', agent.pem));
      const said = await Promise.all(children.map((child) => child.line()));
      expect(said.sort()).toEqual(['locked', 'locked', 'locked', 'opened']);
      await Promise.all(children.map((child) => child.kill()));
    }
  });
});
