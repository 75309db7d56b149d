import type { ExecutorMember } from '@pawl/core';

/** A member of the inner was taken off it and called without it as `this`: thrown in place of a TypeError that says nothing. */
export class UnboundMember extends TypeError {
  override readonly name = 'UnboundMember';
  readonly member: ExecutorMember;

  constructor(member: ExecutorMember) {
    super(
      `\`${member}\` of the inner was called without the inner as \`this\`: forward it as \`(...args) => inner.${member}(...args)\``,
    );
    this.member = member;
  }
}
