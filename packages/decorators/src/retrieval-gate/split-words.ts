/** Longer texts are read up to here, so that one tool or one query cannot make all others wait. */
const longest = 8_192;

// Looking around takes one step a character, where matching runs of capitals would take one a pair.
const seams = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;
const marks = /\p{M}+/gu;
const words = /[\p{L}\p{N}]+/gu;

/**
 * The words of a text or an identifier, in lower case and without accents: `getHTTPUrl`, `get_http_url` and
 * `get-http.url` all give `get`, `http`, `url`.
 */
export const splitWords = (text: string): readonly string[] =>
  text.slice(0, longest).normalize('NFKD').replace(marks, '').replace(seams, ' ').toLowerCase().match(words) ?? [];
