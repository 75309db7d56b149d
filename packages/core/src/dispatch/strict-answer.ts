import { ALL, isCapabilitySet } from '../capability/capability-set.js';
import type { ToolExecutor } from '../contract/tool-executor.js';
import type { ToolSpec } from '../contract/tool-spec.js';

/** The members that answer a question about a name. */
export type NameQuestion =
  | 'owns'
  | 'needsApproval'
  | 'cacheableApproval'
  | 'requiredCapabilities'
  | 'ingestsUntrustedContent';

/** What a name question answers. */
export type NameAnswer<M extends NameQuestion> = ReturnType<ToolExecutor[M]>;

const strictest: { readonly [M in NameQuestion]: NameAnswer<M> } = {
  owns: false,
  needsApproval: true,
  cacheableApproval: false,
  requiredCapabilities: ALL,
  ingestsUntrustedContent: true,
};

/** A promise where an answer should be is nonsense; its rejection must not end the process on top of that. */
const dismiss = (nonsense: unknown): void => {
  if (nonsense instanceof Promise) nonsense.catch(() => {});
};

/**
 * A name question, asked so that it always gets an answer: one that throws or answers nonsense counts as the strictest
 * answer there is.
 */
export const strictAnswer = <M extends NameQuestion>(
  executor: ToolExecutor,
  member: M,
  tool: string,
): NameAnswer<M> => {
  try {
    const answer: unknown = executor[member](tool);
    const sane = member === 'requiredCapabilities' ? isCapabilitySet(answer) : typeof answer === 'boolean';
    if (sane) return answer as NameAnswer<M>; // checked for this member one line above
    dismiss(answer);
  } catch {
    // The strictest answer below stands for it.
  }
  return strictest[member];
};

const nothing: readonly ToolSpec[] = Object.freeze([]);

/** The catalogue; nothing where `specs` throws or answers something that is no list of specs. */
export const strictSpecs = (executor: ToolExecutor): readonly ToolSpec[] => {
  try {
    const specs: unknown = executor.specs();
    if (Array.isArray(specs) && specs.every((spec) => typeof spec?.name === 'string')) return specs;
    dismiss(specs);
  } catch {
    // No catalogue, no tools.
  }
  return nothing;
};
