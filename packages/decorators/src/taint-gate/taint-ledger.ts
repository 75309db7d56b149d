/** Something that happened in a session and that later calls are judged by. */
export interface TaintNote {
  /** The conversation; calls without one share one. */
  readonly session?: string;
  /**
   * `untrusted`: text that somebody outside wrote came in. `user`: the user wrote `text`. `trusted`: `text` came from a
   * tool whose results nobody outside writes. `found`: `text` is a value of the one record that the user named.
   */
  readonly kind: 'untrusted' | 'user' | 'trusted' | 'found';
  readonly text?: string;
}

/** What is known of a session. */
export interface TaintRecord {
  readonly tainted: boolean;
  readonly user: readonly string[];
  readonly trusted: readonly string[];
  readonly found: readonly string[];
}

/**
 * Where a taint gate keeps what it knows of each session: `taintLedger()`, or one of your own over a store that several
 * processes share. A ledger that fails makes guarded calls ask and untrusted tools not start.
 */
export interface TaintLedger {
  /** What is known; of a session that it never heard of, that it is clean. */
  read(session: string | undefined): Promise<TaintRecord>;
  /** Settles once later reads see the note. */
  add(note: TaintNote): Promise<void>;
  /** Forgets a session that is over. */
  clear(session: string | undefined): Promise<void>;
}
