import { isSubset, type ToolExecutor, toolCall } from '@pawl/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { registry } from '../src/index.js';
import { sentinel } from './sentinel.js';

const oddNames = [
  '__proto__',
  'constructor',
  'toString',
  'valueOf',
  '',
  'a.b',
  'a/b',
  'ünï',
  'read',
  'write',
  'b_read',
];
const name = fc.oneof(fc.constantFrom(...oddNames), fc.string({ maxLength: 6 }));
const prefix = fc.constantFrom('', '', 'a_', 'b_', '__');

/** Sources with names that cannot clash, and the prefix of each. */
const composites = fc
  .array(fc.record({ names: fc.uniqueArray(name, { maxLength: 5 }), prefix }), { minLength: 1, maxLength: 4 })
  .map((drafts) => {
    const taken = new Set<string>();
    return drafts.map((draft, index) => {
      const free = draft.names.filter((own) => !taken.has(draft.prefix + own));
      for (const own of free) taken.add(draft.prefix + own);
      return { label: `s${index}`, names: free, prefix: draft.prefix };
    });
  });

const settled = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );

describe('a composite (CMP-01)', () => {
  it('answers every member as the owner of the name does', async () => {
    await fc.assert(
      fc.asyncProperty(composites, fc.jsonValue(), async (drafts, args) => {
        const parts = drafts.map((draft) => ({ ...draft, ...sentinel(draft.label, draft.names) }));
        const whole = registry(
          parts.map(({ label, executor, prefix: before }) => ({
            name: label,
            executor,
            origin: 'unknown',
            prefix: before,
            capabilities: 'owner',
          })),
        );
        expect(whole.specs().map((spec) => spec.name)).toEqual(
          parts.flatMap((part) => part.names.map((own) => part.prefix + own)),
        );
        for (const part of parts) {
          for (const own of part.names) {
            const exposed = part.prefix + own;
            const owner: ToolExecutor = part.executor;
            expect(whole.ownerOf(exposed)).toBe(part.label);
            expect(whole.owns(exposed)).toBe(owner.owns(own));
            expect(whole.needsApproval(exposed)).toBe(owner.needsApproval(own));
            expect(whole.cacheableApproval(exposed)).toBe(owner.cacheableApproval(own));
            expect(whole.requiredCapabilities(exposed)).toBe(owner.requiredCapabilities(own));
            expect(whole.ingestsUntrustedContent(exposed)).toBe(owner.ingestsUntrustedContent(own));
            const call = toolCall({
              id: 'c',
              tool: exposed,
              args,
              session: 's',
              caller: 'me',
              attempt: 2,
              meta: { m: 1 },
            });
            const ownCall = toolCall({ ...call, tool: own });
            expect(await whole.preDispatch(call)).toEqual(await owner.preDispatch(ownCall));
            expect(await whole.sandboxWouldDeny(call)).toBe(await owner.sandboxWouldDeny(ownCall));
            expect(await settled(whole.execute(call))).toEqual(await settled(owner.execute(ownCall)));
            const outcome = { output: 1 };
            expect(await whole.postDispatch(call, outcome)).toEqual(await owner.postDispatch(ownCall, outcome));
            for (const { call: seen } of part.asked) expect(seen).toEqual(ownCall);
            part.asked.length = 0;
          }
        }
      }),
    );
  });

  it('asks the owner alone, once, with the same call object where there is no prefix', async () => {
    const a = sentinel('a', ['x']);
    const b = sentinel('b', ['y']);
    const whole = registry([
      { name: 'a', executor: a.executor, origin: 'first-party' },
      { name: 'b', executor: b.executor, origin: 'first-party' },
    ]);
    const call = toolCall({ id: '1', tool: 'y', onProgress: () => {}, signal: new AbortController().signal });
    await whole.preDispatch(call);
    await whole.sandboxWouldDeny(call);
    await settled(whole.execute(call));
    for await (const _ of await whole.executeStream(call));
    await whole.postDispatch(call, { output: 1 });
    expect(a.asked).toEqual([]);
    expect(b.asked.map(({ member }) => member)).toEqual([
      'preDispatch',
      'sandboxWouldDeny',
      'execute',
      'executeStream',
      'postDispatch',
    ]);
    for (const { call: seen } of b.asked) expect(seen).toBe(call);
  });

  it('requires at least what the owner does, whatever the origin (CAP-01)', () => {
    fc.assert(
      fc.property(
        composites,
        fc.constantFrom('local-sandbox', 'fetcher', 'access-grant', 'unknown'),
        (drafts, origin) => {
          const parts = drafts.map((draft) => ({ ...draft, ...sentinel(draft.label, draft.names) }));
          for (const capabilities of ['both', 'origin'] as const) {
            const whole = registry(
              parts.map(({ label, executor, prefix: before }) => ({
                name: label,
                executor,
                origin,
                prefix: before,
                capabilities,
              })),
            );
            for (const part of parts) {
              for (const own of part.names) {
                const theirs = part.executor.requiredCapabilities(own);
                expect(isSubset(theirs, whole.requiredCapabilities(part.prefix + own))).toBe(true);
              }
            }
          }
        },
      ),
    );
  });
});
