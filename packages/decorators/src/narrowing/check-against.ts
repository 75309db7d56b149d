import type { ToolExecutor } from '@pawl/core';
import { listNames } from '../names/list-names.js';
import { isWildcard } from '../names/name-pattern.js';
import { LayerOptionError } from '../options/layer-option-error.js';
import type { Policy } from './policy.js';

const later = "; if it will match later, say `whenUnmatched: 'ignore'`";

const unmatched = (option: string, pattern: string, names: readonly string[]): LayerOptionError =>
  new LayerOptionError(
    `narrowing: \`${option}\` ${JSON.stringify(pattern)} matches no tool: ${listNames(pattern, names)}${later}`,
    { code: 'unmatched', option },
  );

/**
 * Checks a policy against the catalogue that it is applied to: every pattern must match something, and something must be
 * left. A plain name also counts as matched where a gate hides the tool but the executor owns it.
 *
 * @throws {LayerOptionError} naming the pattern and the tools that there are.
 */
export const checkAgainst = (policy: Policy, inner: ToolExecutor): void => {
  const names = inner.specs().map(({ name }) => name);
  const exists = (pattern: string, matches: (tool: string) => boolean): boolean =>
    names.some(matches) || (!isWildcard(pattern) && matches(pattern) && inner.owns(pattern));
  for (const { option, pattern, matches } of [...(policy.allow ?? []), ...policy.deny]) {
    if (!exists(pattern, matches)) throw unmatched(option, pattern, names);
  }
  if (names.length > 0 && !names.some(policy.permits)) {
    const option = policy.allow === undefined ? 'deny' : 'allow';
    throw new LayerOptionError(
      `narrowing: \`${option}\` leaves none of the ${names.length} tools: ${listNames('', names)}`,
      { code: 'nothing-left', option },
    );
  }
  policy.rules.forEach(({ tool, appliesTo }, index) => {
    if (!exists(tool, (name) => appliesTo(name) && policy.permits(name))) {
      throw unmatched(`args/${index}/tool`, tool, names.filter(policy.permits));
    }
  });
};
