import { dispatch, type JsonValue, ToolFailure } from '@pawl/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { github, guarded, secrets, slack, stripe, unary } from '../../test/redacted.js';

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
