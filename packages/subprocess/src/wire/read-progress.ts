import type { JsonObject, ToolProgress } from '@pawl/core';

/** The progress in a notification; `undefined` where it holds something else. */
export const readProgress = (params: JsonObject): ToolProgress | undefined => {
  const { fraction, message } = params;
  if (fraction !== undefined && !(typeof fraction === 'number' && fraction >= 0 && fraction <= 1)) return undefined;
  if (message !== undefined && typeof message !== 'string') return undefined;
  return { ...(fraction === undefined ? {} : { fraction }), ...(message === undefined ? {} : { message }) };
};
