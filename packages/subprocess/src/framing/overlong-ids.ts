import type { OverlongLine } from './line-splitter.js';

/** What could be read of a JSON-RPC message that is too long to be kept. */
export interface OverlongIds {
  /** `id` of the message. */
  readonly id?: string;
  /** `params.request_id` of the message. */
  readonly requestId?: string;
}

const token = /\s*("(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+)/y;
// The closing brace that ends the line is the message's own, so the member before it is the message's too.
const idAtEnd = /[{,]\s*"id"\s*:\s*("(?:[^"\\]|\\.)*")\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/;

const text = (json: string): string | undefined => {
  try {
    return String(JSON.parse(json));
  } catch {
    return undefined;
  }
};

interface Member {
  readonly path: string;
  readonly value: string;
}

/** The string members of objects, as far as the text goes, with their paths (`/id`, `/params/request_id`). */
function* stringMembers(head: string): Generator<Member> {
  const open: { readonly object: boolean; key: string }[] = [];
  let key: string | undefined;
  token.lastIndex = 0;
  for (let match = token.exec(head); match !== null; match = token.exec(head)) {
    const found = match[1] ?? '';
    const inside = open.at(-1);
    if (found === '{' || found === '[') open.push({ object: found === '{', key: '' });
    else if (found === '}' || found === ']') open.pop();
    else if (found === ':' && inside?.object === true) inside.key = key ?? '';
    else if (found === ',' && inside?.object === true) inside.key = '';
    else if (found.startsWith('"') && inside?.object === true) {
      if (inside.key === '') key = text(found);
      else yield { path: open.map((level) => `/${level.key}`).join(''), value: text(found) ?? '' };
    }
  }
}

/** Reads the ids of a message from the two ends of its line. A member of the same name deeper inside is not taken for one. */
export const overlongIds = ({ head, tail }: OverlongLine): OverlongIds => {
  const ids: { id?: string; requestId?: string } = {};
  const start = head.toString('utf8').replace(/^\uFEFF/, '');
  if (!start.trimStart().startsWith('{')) return ids;
  for (const { path, value } of stringMembers(start)) {
    if (path === '/id') ids.id ??= value;
    if (path === '/params/request_id') ids.requestId ??= value;
  }
  const last = idAtEnd.exec(tail.toString('utf8'))?.[1];
  const lastId = last === undefined ? undefined : text(last);
  if (lastId !== undefined) ids.id ??= lastId;
  return ids;
};
