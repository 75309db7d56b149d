import { dispatchStream, ToolFailure, type ToolStreamChunk, toolCall } from '@pawl/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  github,
  guarded,
  key,
  letters,
  pieces,
  random,
  secrets,
  slack,
  streamed,
  stripe,
  text,
  unary,
} from '../../../test/redacted.js';

describe('streams', () => {
  const whole = `one ${github}\ntwo password=hunter2! three ${key(40)} four ada@example.com, ${slack}; https://u:pa55word@host/ end`;

  it('a secret that is cut anywhere is found: every single cut gives what the whole gives', async () => {
    const expected = await unary(whole);
    expect(expected).toContain('four [redacted:email]');
    for (let cut = 1; cut < whole.length; cut++) expect(text(await streamed(pieces(whole, [cut])))).toBe(expected);
  });

  it('STR-01: any text in any pieces reveals what the unary call reveals', async () => {
    const part = fc.oneof(
      fc.constantFrom(...secrets),
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom('\\u0067hp_', ' key: ', '@', '-----BEGIN ', 'x'.repeat(600)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { maxLength: 12 }),
        fc.array(fc.nat(2000), { maxLength: 20 }),
        async (parts, cuts) => {
          const joined = parts.join('');
          const inside = cuts.map((cut) => cut % (joined.length + 1));
          expect(text(await streamed(pieces(joined, inside)))).toBe(
            joined === '' ? '' : await unary(joined, undefined),
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  it('a secret longer than what is held back is covered to its end', async () => {
    const long = `a ${key(200)} b eyJ${random(60, letters, 3)}.${random(5000, letters, 4)} c`;
    const chunks = await streamed(
      pieces(
        long,
        Array.from({ length: 900 }, (_, index) => index * 20),
      ),
    );
    expect(text(chunks)).toBe('a [redacted:private-key] b [redacted:jwt] c');
  });

  it('a secret around a progress chunk is found, and nothing waits for it', async () => {
    const [a, b] = [github.slice(0, 20), github.slice(20)];
    const chunks = await streamed([
      { kind: 'text', text: a },
      { kind: 'progress', message: 'half' },
      { kind: 'text', text: b },
      { kind: 'done' },
    ]);
    expect(chunks).toEqual([
      { kind: 'progress', message: 'half' },
      { kind: 'text', text: '[redacted:github-token]' },
      { kind: 'done' },
    ]);
  });

  it('STR-03: plain text flows on: no more than 112 code units of it wait, and a hint holds back no more than 512', async () => {
    for (const [line, most] of [
      ['Nothing to see in it, as often as it comes. ', 112],
      ['The token, the key and the secret are 12. ', 512],
    ] as const) {
      let sent = 0;
      let got = 0;
      const tools = guarded({
        executeStream: async () =>
          (async function* () {
            for (let i = 0; i < 50; i++) {
              sent += line.length;
              yield { kind: 'text', text: line } as const;
            }
          })(),
      });
      for await (const chunk of await tools.executeStream(toolCall({ id: '1', tool: 't' }))) {
        if (chunk.kind === 'text') got += chunk.text.length;
        expect(sent - got).toBeLessThanOrEqual(most + line.length);
      }
      expect(got).toBe(sent);
    }
  });

  it('keeps unknown fields, and redacts them, data and the last chunk', async () => {
    const failure = new ToolFailure(github, { code: 'c' });
    const chunks: readonly ToolStreamChunk[] = [
      { kind: 'data', data: { a: github }, vendor: 1 } as ToolStreamChunk,
      { kind: 'text', text: 'x', vendor: stripe } as ToolStreamChunk,
      { kind: 'done', result: { output: slack } },
    ];
    expect(await streamed(chunks)).toEqual([
      { kind: 'data', data: { a: '[redacted:github-token]' }, vendor: 1 },
      { kind: 'text', text: '', vendor: '[redacted:stripe-key]' },
      { kind: 'text', text: 'x' },
      {
        kind: 'done',
        result: { output: '[redacted:slack-token]', redactions: [{ rule: 'slack-token', path: '/output' }] },
      },
    ]);
    expect(await streamed([{ kind: 'error', failure }])).toMatchObject([
      { kind: 'error', failure: { code: 'c', message: '[redacted:github-token]' } },
    ]);
  });

  it('a stream that throws ends in a redacted error chunk', async () => {
    const tools = guarded({
      executeStream: async () =>
        (async function* () {
          yield { kind: 'text', text: 'a' } as const;
          throw new Error(github);
        })(),
    });
    const got: ToolStreamChunk[] = [];
    for await (const chunk of await tools.executeStream(toolCall({ id: '1', tool: 't' }))) got.push(chunk);
    expect(got).toMatchObject([
      { kind: 'text', text: 'a' },
      { kind: 'error', failure: { message: '[redacted:github-token]' } },
    ]);
  });

  it('return() reaches the tool also while a chunk is waited for', async () => {
    let returned = 0;
    const tools = guarded({
      executeStream: async () => ({
        [Symbol.asyncIterator]: () => ({
          next: () => new Promise<never>(() => {}),
          return: async () => {
            returned++;
            return { done: true as const, value: undefined };
          },
        }),
      }),
    });
    const opened = await dispatchStream(tools, { id: '1', tool: 't' });
    if (opened.status !== 'streaming') throw new Error(opened.status);
    const waiting = opened.stream.next();
    await opened.stream.return?.();
    await waiting;
    expect(returned).toBe(1);
  });

  it('any number of pieces of one length give what the whole gives', async () => {
    const cookie = `Cookie: "sid=${random(200, letters, 21)}; eyJ${random(40, letters, 22)}.${random(300, letters, 23)}" ${whole}`;
    const twoKeys = `${key(3)}\n${key(4)} after`;
    for (const joined of [cookie, twoKeys]) {
      const expected = await unary(joined);
      for (const size of [1, 3, 64, 200]) {
        const cuts = Array.from({ length: Math.floor((joined.length - 1) / size) }, (_, index) => (index + 1) * size);
        expect(text(await streamed(pieces(joined, cuts)))).toBe(expected);
      }
    }
    expect(await unary(twoKeys)).toMatch(/^(\[redacted:private-key\]\n?){1,2} after$/);
  });

  it('hold back less where they are told to', async () => {
    const line = 'The token, the key and the secret are 12. ';
    const chunks = await streamed(pieces(line.repeat(20), [300]), { maxHoldBack: 256 });
    expect(text(chunks.slice(0, 1)).length).toBeGreaterThanOrEqual(300 - 256);
    expect(text(chunks)).toBe(line.repeat(20));
  });
});
