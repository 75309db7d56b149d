import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToolDecision } from '../contract/tool-decision.js';
import { defineExecutor } from '../executor/define-executor.js';
import { toolCall } from '../executor/tool-call.js';
import { snapshotJson } from '../json/snapshot-json.js';
import { allow, deny, injectContext, modify, requireApproval, strictest, strictness } from './decisions.js';
import { tighten } from './tighten.js';

const decision: fc.Arbitrary<ToolDecision> = fc.oneof(
  fc.constant(allow()),
  fc.record(
    {
      verdict: fc.constantFrom('allow', 'ask', 'deny'),
      reason: fc.string(),
      args: fc.dictionary(fc.string({ unit: 'grapheme-ascii' }), fc.integer()).map(snapshotJson),
      notes: fc.array(fc.string(), { minLength: 1 }),
    },
    { requiredKeys: ['verdict'] },
  ),
);

describe('strictest', () => {
  it('is associative, with allow() as its neutral element', () => {
    fc.assert(
      fc.property(decision, decision, decision, (a, b, c) => {
        expect(strictest(a, strictest(b, c))).toEqual(strictest(strictest(a, b), c));
        expect(strictest(allow(), a)).toBe(a);
        expect(strictest(a, allow())).toBe(a);
      }),
    );
  });

  it('gives the strictest verdict, whatever the order', () => {
    fc.assert(
      fc.property(decision, decision, (a, b) => {
        const expected = Math.max(strictness(a.verdict), strictness(b.verdict));
        expect(strictness(strictest(a, b).verdict)).toBe(expected);
        expect(strictness(strictest(b, a).verdict)).toBe(expected);
      }),
    );
  });

  it('keeps every note, outer first, and the arguments of the inner', () => {
    const combined = strictest({ ...modify({ a: 1 }), notes: ['outer'] }, { ...modify({ a: 2 }), notes: ['inner'] });
    expect(combined).toEqual({ verdict: 'allow', args: { a: 2 }, notes: ['outer', 'inner'] });
  });

  it('gives the reason of the stricter one, never of the looser', () => {
    expect(strictest(requireApproval('ask'), deny('no')).reason).toBe('no');
    expect(strictest({ verdict: 'deny' }, requireApproval('ask')).reason).toBeUndefined();
  });
});

describe('tighten', () => {
  const call = toolCall({ id: '1', tool: 't', args: { n: 1 } });
  const inner = defineExecutor({
    preDispatch: async (asked) => ({ ...requireApproval('inner'), args: asked.args ?? null }),
  });

  it('asks the inner about the arguments that the outer leaves', async () => {
    expect(await tighten(call, modify({ n: 2 }), inner)).toEqual({ verdict: 'ask', reason: 'inner', args: { n: 2 } });
  });

  it('does not ask the inner about a call that is denied', async () => {
    const never = defineExecutor({ preDispatch: () => Promise.reject(new Error('asked')) });
    expect(await tighten(call, deny('no'), never)).toEqual(deny('no'));
  });

  it("hands the inner's own decision on where it adds nothing", async () => {
    const answer = Promise.resolve(injectContext('note'));
    expect(tighten(call, allow(), defineExecutor({ preDispatch: () => answer }))).toBe(answer);
  });
});
