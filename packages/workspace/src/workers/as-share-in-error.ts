import { ShareInError } from '@pawl/core';
import { FenceError } from '../fence/fence-error.js';
import { hasCode } from '../fence/system-error.js';
import { FileProblem } from '../files/file-problem.js';

/** Why a path could not be shared in. */
export const asShareInError = (path: string, error: unknown): ShareInError => {
  if (error instanceof ShareInError) return error;
  if (error instanceof FenceError) {
    switch (error.problem) {
      case 'outside':
        return new ShareInError({ code: 'escapes', path, reason: error.message });
      case 'reserved':
        return new ShareInError({ code: 'worker-subtree', path });
      case 'missing':
      case 'not-directory':
        return new ShareInError({ code: 'not-found', path });
      case 'exchanged':
        return new ShareInError({ code: 'io', path, reason: error.message });
    }
  }
  if (error instanceof FileProblem) return new ShareInError({ code: 'io', path, reason: error.message });
  if (hasCode(error, 'ENOENT')) return new ShareInError({ code: 'not-found', path });
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  const reason = `the system says ${String(code ?? (error instanceof Error ? error.message : error))}`;
  return new ShareInError({ code: 'io', path, reason });
};
