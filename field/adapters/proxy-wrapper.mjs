// A block list as a Proxy, written by hand in the usual way: two traps, and everything else falls through to the target.
import { ToolFailure } from '@pawl/core';

const blocked = (tool) => tool.includes('delete');

const withoutBlocked = (inner) =>
  new Proxy(inner, {
    get(target, key) {
      if (key === 'specs') return () => target.specs().filter((spec) => !blocked(spec.name));
      if (key === 'execute') {
        return async (call) => {
          if (blocked(call.tool)) {
            throw new ToolFailure(`${call.tool} is blocked`, { code: 'refused', outcome: 'not-started' });
          }
          return target.execute(call);
        };
      }
      const member = Reflect.get(target, key);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });

export const adapter = {
  name: 'Proxy wrapper',
  what: 'a hand-written `Proxy` with traps for `specs` and `execute` that blocks tools by name',
  touches: { specs: 'narrows', execute: 'refuses' },
  wrap: withoutBlocked,
};
