import type { ToolAnnotations } from '@pawl/core';

/** Whether the tool itself says that running twice changes nothing more than running once. */
export const mayRunAgain = (annotations: ToolAnnotations | undefined): boolean =>
  annotations?.readOnlyHint === true || annotations?.idempotentHint === true;
