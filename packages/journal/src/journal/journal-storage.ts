/** Where the lines of one session are kept. Implemented by the file, memory and PostgreSQL journals. */
export interface JournalStorage {
  /**
   * Stores lines, all of them or none, behind the `count` that are stored already; resolves when they are stored for
   * good.
   */
  write(lines: readonly string[], count: number): Promise<void>;
  /** The stored lines in order, from number `from` to before number `to`. */
  read(from: number, to: number): AsyncIterable<string>;
  /** Lets go of the store, and of the right to write. */
  close(): Promise<void>;
}
