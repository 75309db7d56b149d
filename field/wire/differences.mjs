// What differs between two JSON values, by path: what the server says itself, and what comes through a proxy.
const isObject = (value) => typeof value === 'object' && value !== null;

const most = 4;

const short = (value) => {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 90 ? `${text.slice(0, 87)}…` : text;
};

/** `{ path, was, is }` for every place that differs; `undefined` stands for what is not there. */
export const differences = (was, is, path = '') => {
  if (Object.is(was, is)) return [];
  if (!isObject(was) || !isObject(is) || Array.isArray(was) !== Array.isArray(is)) return [{ path, was, is }];
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return keys.flatMap((key) =>
    differences(
      Object.hasOwn(was, key) ? was[key] : undefined,
      Object.hasOwn(is, key) ? is[key] : undefined,
      `${path}/${key}`,
    ),
  );
};

const kindOf = ({ was, is }) => (is === undefined ? 'gone' : was === undefined ? 'added' : 'other');
const lastOf = (path) => path.slice(path.lastIndexOf('/') + 1);
const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z/g;

const phrase = ([{ path, was, is }, ...others]) => {
  const place = path === '' ? 'the answer' : `\`${path}\``;
  const also = others.length === 0 ? '' : `, and so in ${others.length} more`;
  if (is === undefined) return `${place} is gone${also}`;
  if (was === undefined) return `${place} is added${also}: ${short(is)}`;
  return `${place} is ${short(is)} instead of ${short(was)}${also}`;
};

/** Differences as phrases, at most four; those of one kind at places of one name are told once. */
export const phrases = (found) => {
  const groups = new Map();
  for (const one of found) {
    const key = `${kindOf(one)} ${lastOf(one.path)}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const told = [...groups.values()].map((group) => phrase(group).replaceAll(time, '<time>'));
  return told.length <= most ? told : [...told.slice(0, most), `${told.length - most} kinds of difference more`];
};
