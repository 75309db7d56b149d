import type { ApprovalRequest } from '@pawl/core';

const maxArguments = 4_000;

/** Text as it will be shown, without characters that reorder, hide or break what stands around them. */
const plainly = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);

const maxReason = 1_000;

const argumentsOf = ({ args }: ApprovalRequest): string => {
  if (args === undefined) return 'Arguments: none';
  // The only line breaks are those between members: within a text, JSON writes them as \n.
  const text = JSON.stringify(args, undefined, 2).split('\n').map(plainly).join('\n');
  return text.length <= maxArguments
    ? `Arguments:\n${text}`
    : `Arguments (the first ${maxArguments} of ${text.length} characters):\n${text.slice(0, maxArguments)}`;
};

/** What a person is asked: the tool, the arguments that will run, why, and what is not granted. */
export const approvalMessage = (request: ApprovalRequest): string => {
  const { tool, reason, missing, sandboxEscalation } = request;
  return [
    `Allow ${plainly(JSON.stringify(tool))} to run?`,
    `Why you are asked: ${plainly(reason.slice(0, maxReason))}`,
    ...(missing.length === 0 ? [] : [`Not granted: ${missing.join(', ')}`]),
    ...(sandboxEscalation ? ['The sandbox would refuse this call.'] : []),
    argumentsOf(request),
  ].join('\n');
};
