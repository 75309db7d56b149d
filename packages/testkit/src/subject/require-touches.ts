import { type Touches, touchKinds } from '@pawl/core';
import { AdapterError } from './adapter-error.js';

/** @throws {AdapterError} for a member that may not be touched, or a way in which it may not. */
export const requireTouches = (name: string, touches: Touches): void => {
  const kinds = new Map<string, readonly string[]>(Object.entries(touchKinds));
  for (const [member, kind] of Object.entries(touches)) {
    const allowed = kinds.get(member);
    if (allowed === undefined) {
      throw new AdapterError(
        'bad-option',
        `${name}: \`touches\` names ${member}, which is no member that may be touched`,
      );
    }
    if (!allowed.includes(kind)) {
      throw new AdapterError(
        'bad-option',
        `${name}: \`touches.${member}\` is ${JSON.stringify(kind)}; it may be ${allowed.join(', ')}`,
      );
    }
  }
};
