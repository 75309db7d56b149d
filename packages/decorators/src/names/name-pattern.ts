/**
 * Compiles a pattern in which `*` stands for any characters, also none, and everything else for itself.
 *
 * No regular expression: a name is walked once from left to right and no choice is ever taken back, so no pattern can be
 * made slow by a name that somebody outside chose.
 */
export const namePattern = (pattern: string): ((name: string) => boolean) => {
  const parts = pattern.split('*');
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  if (parts.length === 1) return (name) => name === pattern;
  const middle = parts.slice(1, -1).filter((part) => part !== '');
  return (name) => {
    if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return false;
    let from = first.length;
    const end = name.length - last.length;
    for (const part of middle) {
      // The leftmost place leaves the most room for the parts that follow.
      const at = name.indexOf(part, from);
      if (at === -1 || at + part.length > end) return false;
      from = at + part.length;
    }
    return true;
  };
};

/** Whether a pattern stands for more than one name. */
export const isWildcard = (pattern: string): boolean => pattern.includes('*');
