/** Members of `Object.prototype`: ordinary names of tools (law OWN-02). */
export const prototypeNames: readonly string[] = [
  'constructor',
  'toString',
  '__proto__',
  'hasOwnProperty',
  'valueOf',
  'isPrototypeOf',
  '__defineGetter__',
];

/** Plain names, the first of them what counterexamples shrink to. */
export const plainNames: readonly string[] = [
  'read_file',
  'write_file',
  'search',
  'delete_file',
  'send_mail',
  'fetch-url',
  'unblock',
  'block',
  'list.items',
];

/** Names that differ from a plain one by case, a space, a homoglyph or nothing visible, and names of odd length. */
export const oddNames: readonly string[] = [
  'Read_file',
  'read_file ',
  're\u0430d_file',
  'read\u200b_file',
  'search\u0000',
  'unbl\u00f6ck',
  '',
  'n'.repeat(300),
  '*',
  'a/b',
];
