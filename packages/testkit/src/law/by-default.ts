import { ALL, type ExecutorMember, isCapabilitySet, type ToolSpec } from '@pawl/core';

/** What `defineExecutor` answers about a name when nobody says otherwise. */
export const byDefault = (member: ExecutorMember, spec: ToolSpec | undefined): unknown => {
  switch (member) {
    case 'owns':
      return spec !== undefined;
    case 'needsApproval':
      return spec?.annotations?.readOnlyHint !== true;
    case 'cacheableApproval':
      return spec?.cacheableApproval === true;
    case 'requiredCapabilities':
      return ALL;
    case 'ingestsUntrustedContent':
      return spec?.annotations?.openWorldHint !== false;
    default:
      return undefined;
  }
};

/** Whether an answer is one that comes from forgetting to hand on: `false`, `[]`, `undefined`, all, none, unchanged. */
export const looksForgotten = (answer: unknown): boolean =>
  answer === undefined ||
  typeof answer === 'boolean' ||
  (Array.isArray(answer) && answer.length === 0) ||
  (isCapabilitySet(answer) && (answer === ALL || answer === 0)) ||
  (typeof answer === 'object' && answer !== null && ['no-workspace', 'refused'].includes(Reflect.get(answer, 'kind')));
