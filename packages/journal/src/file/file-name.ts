import { sha256 } from '../event/digest.js';

/**
 * The name of a session's file. Ids come from outside: the name holds nothing of them but letters, digits and dashes to
 * read it by, and a digest that keeps two sessions apart, also on file systems that ignore case.
 *
 * @example
 * ```ts
 * journalFileName('chat/42'); // 's-chat-42.<32 hexadecimal digits>.jsonl'
 * ```
 */
export const journalFileName = (session: string): string => {
  const readable = session
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 48);
  return `s-${readable}.${sha256(session).slice(0, 32)}.jsonl`;
};
