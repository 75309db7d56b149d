import type { Clock } from '@pawl/core';
import type { ShellOptions } from '../shell/shell-options.js';
import type { WorkspaceLimits } from './limits.js';

/** What a workspace is made of. */
export interface WorkspaceOptions {
  /** The absolute path of the directory that tools may use. It may lie behind links. */
  readonly root: string;
  /** How much a result may hold. Default: see `WorkspaceLimits`. */
  readonly limits?: Partial<WorkspaceLimits>;
  /** How commands run; `'none'` leaves `shell_exec` out. Default: see `ShellOptions`. */
  readonly shell?: ShellOptions | 'none';
  /**
   * Whose text the files hold: `'outside'` makes every result of a tool that shows file names, text or output count as untrusted. Default: `'own'`.
   */
  readonly content?: 'own' | 'outside';
  /** Where deadlines come from. Default: the machine's clock. */
  readonly clock?: Clock;
}

const optionNames = ['root', 'limits', 'shell', 'content', 'clock'];

/** @throws {TypeError} for an option that is unknown or cannot be meant. */
export const checkOptions = (options: WorkspaceOptions): void => {
  for (const name of Object.keys(options)) {
    if (!optionNames.includes(name)) {
      throw new TypeError(`workspace: \`${name}\` is no option: use ${optionNames.join(', ')}`);
    }
  }
  const { content } = options;
  if (content !== undefined && content !== 'own' && content !== 'outside') {
    throw new TypeError(`workspace: \`content\` is 'own' or 'outside', not ${JSON.stringify(content)}`);
  }
};
