import { type ShareInCeiling, ShareInError } from '@pawl/core';
import { compileGlob, type Glob } from '../glob/compile-glob.js';

/** A ceiling that can be asked. */
export interface Ceiling {
  /** Whether some pattern means a file, given as its names. */
  admits(parts: readonly string[]): boolean;
  /** @throws {ShareInError} for more files or bytes than are allowed. */
  checkTotals(files: number, bytes: number): void;
}

const compile = (pattern: string): Glob => {
  try {
    // A name that starts with a dot is often a secret's, so only a pattern that says so means it.
    return compileGlob(pattern);
  } catch (error) {
    const reason = `the ceiling's pattern cannot be used: ${error instanceof Error ? error.message : String(error)}`;
    throw new ShareInError({ code: 'io', path: String(pattern), reason });
  }
};

/** @throws {ShareInError} `io`, for a pattern that cannot be used. */
export const openCeiling = ({ allow, maxFiles, maxBytes }: ShareInCeiling): Ceiling => {
  const globs = allow.map(compile);
  return {
    admits: (parts) => globs.some((glob) => glob.matches(parts)),
    checkTotals: (files, bytes) => {
      // Written so that a limit that is no number allows nothing.
      if (files > 0 && !(files <= maxFiles)) {
        throw new ShareInError({ code: 'too-many-files', found: files, limit: maxFiles });
      }
      if (bytes > 0 && !(bytes <= maxBytes)) {
        throw new ShareInError({ code: 'too-many-bytes', found: bytes, limit: maxBytes });
      }
    },
  };
};
