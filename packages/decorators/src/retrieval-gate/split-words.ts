/** Longer texts are read up to here, so that one tool or one query cannot make all others wait. */
const longest = 8_192;

// Looking around takes one step a character, where matching runs of capitals would take one a pair.
const seams = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;
const asciiSeams = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g;
const marks = /\p{M}+/gu;
const words = /[\p{L}\p{N}]+/gu;
const asciiWords = /[a-z0-9]+/g;
// Most texts are plain, and plain classes of characters are several times faster.
const beyondAscii = /[^\0-\x7f]/;

/**
 * The words of a text or an identifier, in lower case and without accents: `getHTTPUrl`, `get_http_url` and
 * `get-http.url` all give `get`, `http`, `url`.
 */
export const splitWords = (text: string): readonly string[] => {
  const read = text.slice(0, longest);
  if (!beyondAscii.test(read)) return read.replace(asciiSeams, ' ').toLowerCase().match(asciiWords) ?? [];
  return read.normalize('NFKD').replace(marks, '').replace(seams, ' ').toLowerCase().match(words) ?? [];
};
