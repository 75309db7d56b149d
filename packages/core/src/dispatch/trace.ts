import type { ToolExecutor } from '../contract/tool-executor.js';
import { baseName } from '../decision/origin.js';
import { linkOf } from '../layer/chain.js';

/** Who said what about a call. */
export interface TraceEntry {
  /** The member that answered, or `policy` for the caller's own grants. */
  readonly member:
    | 'specs'
    | 'owns'
    | 'preDispatch'
    | 'sandboxWouldDeny'
    | 'requiredCapabilities'
    | 'postDispatch'
    | 'execute';
  readonly answer: string;
  readonly reason?: string;
  /** The layer behind the answer: its name, or `base`. Absent where it cannot be known, as after a time-out. */
  readonly layer?: string;
}

/** The levels of an executor, outermost first; the last one is the base. */
export const levelsOf = (
  executor: ToolExecutor,
): readonly { readonly layer: string; readonly executor: ToolExecutor }[] => {
  const link = linkOf(executor);
  return link === undefined
    ? [{ layer: baseName, executor }]
    : [{ layer: link.layer.name, executor }, ...levelsOf(link.inner)];
};

/** The layer that an answer comes from: the one whose inner answers something else. */
export const decidedBy = <T>(answers: readonly { readonly layer: string; readonly answer: T }[]): string =>
  answers.find(({ answer }, level) => level + 1 === answers.length || answers[level + 1]?.answer !== answer)?.layer ??
  baseName;

/** The layer behind the answer to a cheap question. */
export const layerBehind = (executor: ToolExecutor, ask: (level: ToolExecutor) => unknown): string =>
  decidedBy(levelsOf(executor).map((level) => ({ layer: level.layer, answer: ask(level.executor) })));
