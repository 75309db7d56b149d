import { bareScope, defineExecutor, dispatch, NONE, ToolFailure } from '@pawl/core';
import { describe, expect, it } from 'vitest';
import { github, guarded, letters, random, specs, stripe, unary } from '../../../test/redacted.js';
import { redaction } from '../redaction.js';

describe('RED-01: what hides a secret from a look at plain members', () => {
  const shown = (value: unknown): string =>
    JSON.stringify(value, (_, member) => (member instanceof Error ? { ...member, message: member.message } : member));
  const failed = async (cause: unknown): Promise<ToolFailure> => {
    const failure = new ToolFailure('could not', { code: 'c', terminal: true, cause });
    const outcome = await dispatch(guarded({ execute: () => Promise.reject(failure) }), { id: '1', tool: 't' });
    if (outcome.status !== 'failed') throw new Error(outcome.status);
    return outcome.failure;
  };

  it('the path of a replacement tells the name that a member has now', async () => {
    const execution = { output: { [github]: { inner: stripe } }, redactions: [{ rule: 'inner', path: '/output' }] };
    const outcome = await dispatch(guarded({ execute: async () => execution }), { id: '1', tool: 't' });
    if (outcome.status !== 'executed') throw new Error(outcome.status);
    expect(outcome.execution.redactions).toEqual([
      { rule: 'inner', path: '/output' },
      { rule: 'github-token', path: '/output/[redacted:github-token]' },
      { rule: 'stripe-key', path: '/output/[redacted:github-token]/inner' },
    ]);
  });

  it.each<[string, unknown]>([
    ['a URL', new URL(`https://u:${random(12, letters, 2)}@host/${github}`)],
    ['headers', new Headers({ authorization: `Bearer ${github}` })],
    ['a map', new Map([['k', { v: github }]])],
    ['bytes', new TextEncoder().encode(github)],
    ['an error whose message is a getter', new DOMException(`bad ${github}`, 'AbortError')],
    ['an object that hides it from all but JSON', { toJSON: () => github }],
  ])('in %s as a cause', async (_, cause) => {
    const failure = await failed(cause);
    expect(failure).toMatchObject({ code: 'c', terminal: true });
    expect(shown(failure.cause) + String(failure.cause)).not.toContain(github);
    expect(failure.redactions?.length).toBeGreaterThan(0);
  });

  it('in a stack alone', async () => {
    const failure = new ToolFailure('plain', { code: 'c' });
    Object.defineProperty(failure, 'stack', { value: `ToolFailure: ${github}\n at x` });
    const outcome = await dispatch(guarded({ execute: () => Promise.reject(failure) }), { id: '1', tool: 't' });
    expect(outcome).toMatchObject({ failure: { stack: 'ToolFailure: plain', redactions: [{ path: '/stack' }] } });
  });

  it('in members of a plain result that an error has too, and none of them is lost', async () => {
    const said = { stack: `at ${github}`, message: github, cause: [github], name: github, code: github };
    const output = JSON.parse(JSON.stringify(await unary({ failed: said, stack: 'at main' })));
    expect(JSON.stringify(output)).not.toContain(github);
    expect(Object.keys(output.failed)).toEqual(Object.keys(said));
    expect(output.stack).toBe('at main');
  });

  it('in members of an execution that the contract does not know', async () => {
    const execution = { output: 1, stack: github, message: github, cause: { at: github }, name: github, code: github };
    const outcome = await dispatch(guarded({ execute: async () => execution }), { id: '1', tool: 't' });
    if (outcome.status !== 'executed') throw new Error(outcome.status);
    expect(JSON.stringify(outcome.execution)).not.toContain(github);
    expect(Object.keys(outcome.execution)).toEqual([...Object.keys(execution), 'redactions']);
  });

  it('in members named like those of every object, which are ordinary names', async () => {
    const text = `{"__proto__":"${github}","constructor":{"toString":"${github}"},"hasOwnProperty":1}`;
    const output = await unary(JSON.parse(text));
    expect(JSON.stringify(output)).toBe(text.replaceAll(github, '[redacted:github-token]'));
  });

  it('JSON inside JSON stays JSON, and loses no member', async () => {
    const inner = '{"card": 4111111111111111, "a@example.com": 1, "b@example.com": 2}';
    const output = JSON.parse(String(await unary(JSON.stringify({ inner }))));
    expect(JSON.parse(output.inner)).toEqual({
      card: '[redacted:credit-card]',
      '[redacted:email]': 1,
      '[redacted:email] #2': 2,
    });
  });

  it('a known secret of any length, in any form', async () => {
    const secret = `${random(120, letters, 9)}/?é"\n\\${random(300, letters, 10)}`;
    const forms = [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret),
      JSON.stringify(JSON.stringify(secret)),
      Buffer.from(secret).toString('base64'),
      Buffer.from(secret).toString('hex'),
    ];
    for (const form of forms) {
      expect(await unary(`x ${form} y`, { secrets: [secret] })).toMatch(
        /^x [\\"]*\[redacted:known-secret\][\w=\\"]{0,4} y$/,
      );
    }
  });

  it('in what a worker runs', async () => {
    const inner = defineExecutor({
      specs: () => specs,
      requiredCapabilities: () => NONE,
      execute: async () => ({ output: github }),
    });
    const base = defineExecutor({ forWorker: async () => ({ kind: 'rooted', executor: inner, seeded: [] }) });
    const root = await redaction()(base).forWorker(bareScope('w'));
    if (root.kind !== 'rooted') throw new Error(root.kind);
    expect(await dispatch(root.executor, { id: '1', tool: 't' })).toMatchObject({
      execution: { output: '[redacted:github-token]' },
    });
  });
});

describe('what is no secret stays', () => {
  it.each([
    'const token = nextTokenOfThisKind; parser.key = readUInt32LE(buffer)',
    'import { apiKeyProvided, createContextualError } from "./errors.js"',
    'git@github.com:owner/repository.git',
    '@scope/package@1.2.3.tgz and logo@2x.png',
    'id 123e4567-e89b-12d3-a456-426614174000',
    'sha 3b18e512dba79e4c8300dd08aeb37f8e728b8dad',
    '<Buffer 08 07 06 05 04 03 02 01>',
    'versions 11 12 13 14 15 16 17 18 19 20',
    '2026-11-30T23:10:00.123456789Z',
  ])('%s', async (plain) => {
    expect(await unary(plain)).toBe(plain);
  });
});
