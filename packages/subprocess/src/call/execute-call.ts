import { isToolFailure, type ToolCall, type ToolExecution } from '@pawl/core';
import type { Notification } from '../rpc/index.js';
import { readProgress } from '../wire/index.js';
import type { Running } from './running.js';

const onProgress = (call: ToolCall, { method, params }: Notification): boolean => {
  const progress = method === 'tools.progress' ? readProgress(params) : undefined;
  if (progress === undefined) return false;
  try {
    call.onProgress?.(progress);
  } catch {
    // Progress is a courtesy; whoever listens badly still gets the result.
  }
  return true;
};

/** Runs a call for its whole result. @throws {ToolFailure} */
export const executeCall = async (call: ToolCall, running: Running): Promise<ToolExecution> => {
  const attempt = running.start(call, {
    mode: 'unary',
    onNotification: (notification) => onProgress(call, notification),
    isBehind: () => false,
  });
  const outcome = await attempt.settled;
  if (isToolFailure(outcome)) throw outcome;
  return outcome;
};
