import type { ProposalResume } from './proposal-resume.js';

/** Where what a proposal goes on from is kept. */
export interface ResumeKeeperParts {
  readonly onResume: ((resume: ProposalResume) => void | Promise<void>) | undefined;
  /** What there is to go on from, as of now. */
  readonly resume: () => ProposalResume;
}

/** Keeps what a proposal goes on from, one after the other, so that the last one kept is the newest. */
export class ResumeKeeper {
  readonly #parts: ResumeKeeperParts;
  #last: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(parts: ResumeKeeperParts) {
    this.#parts = parts;
  }

  get keeps(): boolean {
    return this.#parts.onResume !== undefined;
  }

  /** Keeps what is so by now; calls that wait for the one before them share one. Rejects once anything was not kept. */
  keep(): Promise<void> {
    const { onResume, resume } = this.#parts;
    if (onResume === undefined) return this.#last;
    if (this.#next === undefined) {
      this.#next = this.#last.then(async () => {
        this.#next = undefined;
        await onResume(resume());
      });
      this.#last = this.#next;
    }
    return this.#next;
  }
}
