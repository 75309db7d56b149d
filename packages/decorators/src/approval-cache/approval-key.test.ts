import { canonicalJson } from '@pawl/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spec } from '../../test/fake-base.js';
import { approvalKey } from './approval-key.js';

describe('approvalKey', () => {
  const subject = { tool: 't', spec: spec('t') };

  it('tells absent, null, {} and [] apart, and refuses undefined', () => {
    const keys = [subject, ...[null, {}, []].map((args) => ({ ...subject, args }))].map((each) =>
      approvalKey(each, 'call'),
    );
    expect(new Set(keys).size).toBe(4);
    expect(() => approvalKey({ ...subject, args: undefined } as never, 'call')).toThrow('undefined');
  });

  it('is equal exactly where caller, session, tool, definition and arguments are', () => {
    const part = fc.record(
      {
        tool: fc.constantFrom('t', 'u', '__proto__'),
        args: fc.jsonValue({ maxDepth: 2 }).filter((value) => {
          try {
            canonicalJson(value);
            return true;
          } catch {
            return false;
          }
        }),
        caller: fc.constantFrom('', 'a', 'undefined'),
        session: fc.constantFrom('', 'a', 'undefined'),
        description: fc.constantFrom('x', 'y'),
      },
      { requiredKeys: ['tool', 'description'] },
    );
    const subjectOf = ({ description, ...rest }: { tool: string; description: string }) => ({
      ...rest,
      spec: spec(rest.tool, { description }),
    });
    fc.assert(
      fc.property(part, part, (a, b) => {
        const same = canonicalJson(a) === canonicalJson(b);
        expect(approvalKey(subjectOf(a), 'call') === approvalKey(subjectOf(b), 'call')).toBe(same);
        expect(approvalKey(subjectOf(a), 'call')).not.toBe(approvalKey(subjectOf(a), 'session'));
        const turned = Object.fromEntries(Object.entries(a).reverse()) as typeof a;
        expect(approvalKey(subjectOf(turned), 'call')).toBe(approvalKey(subjectOf(a), 'call'));
      }),
    );
  });
});
