import { Violation, type ViolationDetail } from './violation.js';

/** Reports a violation. @throws {Violation} always. */
export const violate = (
  member: ViolationDetail['member'],
  layer: string,
  what: { readonly expected: string; readonly but: string; readonly evidence?: string },
): never => {
  throw new Violation({ member, layer, clause: what.expected.slice(0, 12), ...what });
};
