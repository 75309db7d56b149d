import { readFileSync } from 'node:fs';
import {
  defineExecutor,
  dispatch,
  dispatchStream,
  type ExecutorParts,
  type JsonValue,
  NONE,
  type ToolExecutor,
  ToolFailure,
  type ToolStreamChunk,
  toolCall,
} from '@pawl/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RedactionOptions } from './options.js';
import { redaction } from './redaction.js';

const random = (length: number, alphabet: string, seed: number): string => {
  let state = seed;
  return Array.from({ length }, () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return alphabet[Math.floor(state / 65536) % alphabet.length];
  }).join('');
};
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
// Made here, so that no file of this repository looks as if it held a secret.
const github = `ghp_${random(36, letters, 7)}`;
const stripe = `sk_live_${random(24, letters, 11)}`;
const slack = `xoxb-${random(12, '0123456789', 5)}-${random(24, letters, 13)}`;
const key = (lines: number): string =>
  `-----BEGIN PRIVATE KEY-----\n${Array.from({ length: lines }, (_, line) => `${random(64, letters, line + 1)}\n`).join('')}-----END PRIVATE KEY-----`;
const secrets = [github, stripe, slack, 'ada@example.com', '4111 1111 1111 1111', key(3)];

const specs = [{ name: 't', description: '', inputSchema: {}, annotations: { readOnlyHint: true } }];
const guarded = (parts: ExecutorParts, options?: RedactionOptions): ToolExecutor =>
  redaction(options)(defineExecutor({ specs: () => specs, requiredCapabilities: () => NONE, ...parts }));

const unary = async (output: JsonValue, options?: RedactionOptions): Promise<JsonValue> => {
  const outcome = await dispatch(guarded({ execute: async () => ({ output }) }, options), { id: '1', tool: 't' });
  if (outcome.status !== 'executed') throw new Error(outcome.status);
  return outcome.execution.output;
};

const streamed = async (chunks: readonly ToolStreamChunk[], options?: RedactionOptions): Promise<ToolStreamChunk[]> => {
  const tools = guarded(
    {
      executeStream: async () =>
        (async function* () {
          yield* chunks;
        })(),
    },
    options,
  );
  const got: ToolStreamChunk[] = [];
  for await (const chunk of await tools.executeStream(toolCall({ id: '1', tool: 't' }))) got.push(chunk);
  return got;
};

const text = (chunks: readonly ToolStreamChunk[]): string =>
  chunks.map((chunk) => (chunk.kind === 'text' ? chunk.text : '')).join('');

const pieces = (whole: string, cuts: readonly number[]): ToolStreamChunk[] => {
  const places = [0, ...[...cuts].sort((a, b) => a - b), whole.length];
  return places.slice(1).map((end, index) => ({ kind: 'text', text: whole.slice(places[index], end) }));
};

describe('RED-01: no secret is readable in what comes back', () => {
  it.each(secrets)('in text: %s', async (secret) => {
    const output = String(await unary(`before ${secret} after`));
    expect(output).not.toContain(secret.slice(0, 30));
    expect(output).toMatch(/^before \[redacted:[a-z-]+\] after$/);
  });

  it('in nested values and in names', async () => {
    const output = await unary({ list: [{ note: `it is ${github}` }], [stripe]: 1, blob: { kind: 'odd', at: slack } });
    expect(JSON.stringify(output)).toBe(
      '{"list":[{"note":"it is [redacted:github-token]"}],"[redacted:stripe-key]":1,"blob":{"kind":"odd","at":"[redacted:slack-token]"}}',
    );
  });

  it('two names that become one lose nothing', async () => {
    const output = await unary({ 'a@example.com': 1, 'b@example.com': 2, plain: 3 });
    expect(Object.values(output as object)).toEqual([1, 2, 3]);
    expect(Object.keys(output as object)).toEqual(['[redacted:email]', '[redacted:email] #2', 'plain']);
  });

  it('in JSON inside a JSON string, at any depth, with its letters escaped', async () => {
    const escaped = [...github].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
    const once = `{"token":"${escaped}"}`;
    const twice = JSON.stringify({ inner: once });
    for (const output of [once, twice, JSON.stringify([twice])]) {
      const redacted = String(await unary(output));
      let seen = redacted;
      for (let depth = 0; depth < 4; depth++)
        seen = seen.replaceAll(/\\+u([0-9a-f]{4})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
      expect(seen).not.toContain(github.slice(4));
      expect(() => JSON.parse(redacted)).not.toThrow();
    }
  });

  it('by the name of its member, where the value alone looks like nothing', async () => {
    expect(await unary({ db: { password: 'hunter2!' } })).toEqual({ db: { password: '[redacted:password]' } });
    expect(await unary('{"password": "hunter2!", "user": "ada"}')).toBe(
      '{"password": "[redacted:password]", "user": "ada"}',
    );
  });

  it('in failures: message, stack, output, fields, and the whole chain of causes, cycles included', async () => {
    const root = new Error(`could not log in with ${github}`);
    const many = new AggregateError([root, `plain ${stripe}`], 'several', {
      cause: { headers: { authorization: `Bearer ${github}` } },
    });
    Object.assign(root, { cause: many, code: 'E_LOGIN' });
    const failure = new ToolFailure(`failed: ${github}`, {
      code: 'mine',
      terminal: true,
      outcome: 'unknown',
      output: { said: slack },
      cause: many,
    });
    Object.assign(failure, { vendor: { key: stripe } });
    const outcome = await dispatch(guarded({ execute: () => Promise.reject(failure) }), { id: '1', tool: 't' });
    if (outcome.status !== 'failed') throw new Error(outcome.status);
    const { failure: after } = outcome;
    expect(after).toMatchObject({
      code: 'mine',
      terminal: true,
      outcome: 'unknown',
      message: 'failed: [redacted:github-token]',
    });
    const seen: string[] = [];
    const walked = new Set<unknown>();
    const walk = (value: unknown): void => {
      if (typeof value === 'string') seen.push(value);
      if (typeof value !== 'object' || value === null || walked.has(value)) return;
      walked.add(value);
      for (const name of Object.getOwnPropertyNames(value)) walk(Reflect.get(value, name));
    };
    walk(after);
    for (const secret of [github, stripe, slack]) expect(seen.filter((said) => said.includes(secret))).toEqual([]);
    expect(after.cause).toBeInstanceOf(AggregateError);
    expect(seen).toContain('E_LOGIN');
    expect(after.redactions?.map(({ path }) => path)).toContain('/message');
    expect(failure.message).toContain(github);
  });

  it('in errors that are no ToolFailure', async () => {
    const outcome = await dispatch(guarded({ execute: () => Promise.reject(new Error(github)) }), {
      id: '1',
      tool: 't',
    });
    expect(outcome).toMatchObject({ status: 'failed', failure: { message: expect.not.stringContaining(github) } });
  });

  it('in progress', async () => {
    const heard: unknown[] = [];
    const tools = guarded({
      execute: async ({ onProgress }) => {
        onProgress?.({ fraction: 0.5, message: `trying ${github}` });
        return { output: 1 };
      },
    });
    await dispatch(tools, { id: '1', tool: 't', onProgress: (progress) => heard.push(progress) });
    expect(heard).toEqual([{ fraction: 0.5, message: 'trying [redacted:github-token]' }]);
  });

  it('in mutations, meta and fields that nobody knows', async () => {
    const execution = { output: 1, mutations: { a: github }, meta: { b: stripe }, vendor: [slack] };
    const outcome = await dispatch(guarded({ execute: async () => execution }), {
      id: '1',
      tool: 't',
      expectedEffects: { a: 1 },
    });
    if (outcome.status !== 'executed') throw new Error(outcome.status);
    expect(outcome.execution).toMatchObject({
      mutations: { a: '[redacted:github-token]' },
      meta: { b: '[redacted:stripe-key]' },
      vendor: ['[redacted:slack-token]'],
    });
    expect(outcome.execution.redactions).toEqual([
      { rule: 'github-token', path: '/mutations/a' },
      { rule: 'stripe-key', path: '/meta/b' },
      { rule: 'slack-token', path: '/vendor/0' },
    ]);
  });

  it('in base64, in a URL and in JSON, where it is known', async () => {
    const secret = 'correct horse/battery "staple"';
    for (const form of [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret),
      Buffer.from(`user:${secret}!`).toString('base64'),
    ]) {
      const output = String(await unary(`x ${form} y`, { secrets: [secret], personalData: 'keep' }));
      expect(output).toContain('[redacted:known-secret]');
    }
  });
});

describe('RED-02: what holds no secret is the same object', () => {
  it('for any JSON without one', async () => {
    // Letters, spaces and small numbers hold nothing; everything that secrets are made of is in the other tests.
    const words = fc.string({ unit: fc.constantFrom('a', 'B', ' ', 'é', '\\', '"', '{', '['), maxLength: 200 });
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        words,
        fc.boolean(),
        fc.constant(null),
        fc.nat(999),
        fc.array(tie('any')),
        fc.dictionary(words, tie('any')),
      ),
    })).any;
    await fc.assert(
      fc.asyncProperty(value, async (any) => {
        const output = any as JsonValue; // built of nothing else above
        expect(await unary(output)).toBe(output);
      }),
    );
  });

  it('and JSON inside a string stays JSON, numbers included', async () => {
    const output = await unary('{"card": 4111111111111111, "n": 1}');
    expect(JSON.parse(String(output))).toEqual({ card: '[redacted:credit-card]', n: 1 });
    expect(await unary({ card: 4111111111111111, year: 2026 })).toEqual({ card: '[redacted:credit-card]', year: 2026 });
  });
});

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
});

describe('on texts that others published', () => {
  const read = (file: string) =>
    JSON.parse(readFileSync(new URL(`../../test/fixtures/redaction/${file}`, import.meta.url), 'utf8'));
  const decode = (base64: string): string => Buffer.from(base64, 'base64').toString();

  it('finds at least nine of ten secrets', async () => {
    const found: boolean[] = [];
    for (const { secretTextsBase64 } of read('secrets.json')) {
      for (const base64 of secretTextsBase64) found.push((await unary(decode(base64))) !== decode(base64));
    }
    expect(found.length).toBeGreaterThan(30);
    expect(found.filter(Boolean).length / found.length).toBeGreaterThanOrEqual(0.9);
  });

  it('finds every e-mail address, card, IBAN and social security number', async () => {
    for (const { text: sentence, personal } of read('personal.json')) {
      const output = String(await unary(sentence));
      for (const value of personal) expect(output).not.toContain(value);
    }
  });
});

describe('options', () => {
  it('leave personal data, leave rules out, add rules, and write something else', async () => {
    expect(await unary('ada@example.com', { personalData: 'keep' })).toBe('ada@example.com');
    expect(await unary(github, { without: ['github-token'] })).toBe(github);
    const rules = [{ id: 'ticket', group: 'secret', hints: ['TICKET-'], pattern: /TICKET-\d+/ }] as const;
    expect(await unary('see TICKET-12', { rules, replacement: (rule) => `<${rule}>` })).toBe('see <ticket>');
  });

  it.each<[string, RedactionOptions]>([
    ['`without` names "nope"', { without: ['nope'] }],
    ['`secrets` holds at index 0', { secrets: ['short'] }],
    ['`personalData` is', { personalData: true as never }],
    ['`replacement` must be', { replacement: 'x' as never }],
    [
      '`before` is a whole number',
      { rules: [{ id: 'r', group: 'secret', hints: ['abc'], pattern: /abc/, before: 500 }] },
    ],
    ['a hint has 1 to 32 characters', { rules: [{ id: 'r', group: 'secret', hints: [''], pattern: /abc/ }] }],
  ])('that are wrong are refused at once: %s', (message, options) => {
    expect(() => redaction(options)).toThrow(message);
  });

  it('never show a secret in a message', () => {
    expect(() => redaction({ secrets: ['hush1'] })).not.toThrow('hush1');
  });
});
