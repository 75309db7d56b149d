/** A name that a source advertises and does not get, because another had it first. */
export interface NameConflict {
  /** The name, prefix included. */
  readonly tool: string;
  /** The source that keeps it. */
  readonly kept: string;
  /** The source that does not get it. */
  readonly refused: string;
}

/** What `registry` takes beside the sources. */
export interface RegistryOptions {
  /**
   * What a name means that two sources advertise: `'error'` throws; `'first'` gives it to the source that is listed first.
   * While the registry lives, whoever has a name keeps it, with either. Default: `'error'`.
   */
  readonly onDuplicate?: 'error' | 'first';
  /** Called once for each name that a source newly claims while another has it. Default: only `conflicts()` tells. */
  readonly onConflict?: (conflict: NameConflict) => void;
}

/** @throws {TypeError} for an option that is wrong. */
export const checkRegistryOptions = ({ onDuplicate, onConflict }: RegistryOptions): void => {
  if (onDuplicate !== undefined && onDuplicate !== 'error' && onDuplicate !== 'first') {
    throw new TypeError(`registry: \`onDuplicate\` is 'error' or 'first', not ${JSON.stringify(onDuplicate)}`);
  }
  if (onConflict !== undefined && typeof onConflict !== 'function') {
    throw new TypeError('registry: `onConflict` must be a function');
  }
};
