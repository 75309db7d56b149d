/** How much a tool gives back, or looks at, before it cuts. */
export interface WorkspaceLimits {
  /** Bytes of one file that are looked at. Default: 16 MiB. */
  readonly fileBytes: number;
  /** Characters of text, or of base64, in one result of `file_read`. Default: 262,144. */
  readonly readCharacters: number;
  /** Bytes that one `file_write` or `file_edit` may leave in a file. Default: 16 MiB. */
  readonly writeBytes: number;
  /** Paths in one result of `glob`, matches in one of `grep`. Default: 1,000. */
  readonly results: number;
  /** Files and directories that one `glob` or `grep` looks at. Default: 200,000. */
  readonly visited: number;
  /** Characters of a line that `grep` shows. Default: 500. */
  readonly lineCharacters: number;
  /** Milliseconds that a regular expression may take on one file. Default: 2,000. */
  readonly regexMs: number;
}

export const defaultLimits: WorkspaceLimits = {
  fileBytes: 16 * 1024 * 1024,
  readCharacters: 262_144,
  writeBytes: 16 * 1024 * 1024,
  results: 1_000,
  visited: 200_000,
  lineCharacters: 500,
  regexMs: 2_000,
};

/** The defaults with some changed. @throws {RangeError} for a limit that is no whole number above 0, or is unknown. */
export const limitsWith = (changes: Partial<WorkspaceLimits> = {}): WorkspaceLimits => {
  for (const [name, value] of Object.entries(changes)) {
    if (!Object.hasOwn(defaultLimits, name)) {
      throw new RangeError(`workspace: \`limits.${name}\` is no limit: use ${Object.keys(defaultLimits).join(', ')}`);
    }
    if (!Number.isSafeInteger(value) || value < 1) {
      throw new RangeError(`workspace: \`limits.${name}\` must be a whole number above 0, not ${String(value)}`);
    }
  }
  return { ...defaultLimits, ...changes };
};
