// Dots, at signs and slashes in other widths reach the same place once a client has normalised them.
const invisible = /\p{Cf}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164/gu;
const plain = (text: string): string => text.normalize('NFKC').replace(invisible, '').replaceAll('。', '.');

const dates = /(?<![\d-])\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?(?![\d-])/g;

const kinds: readonly RegExp[] = [
  // An address: mail, or a handle on a host.
  /[^\s<>()[\]"',;]+@[^\s<>()[\]"',;]+/gu,
  // A URL, or anything else that a scheme leads to (`mailto:`, `tel:`, `javascript:`).
  /\b[a-z][a-z\d+.-]{1,20}:(?:\/\/)?[^\s<>()[\]"']+/giu,
  // A host name, with what follows it.
  /(?<![\p{L}\p{N}_@.-])(?:[\p{L}\p{N}_-]+\.)+\p{L}{2,}(?:[:/?#][^\s<>()[\]"']*)?/gu,
  // An IPv4 address.
  /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g,
  // A network path.
  /\\\\[^\s]+/g,
  // A handle.
  /(?<![\p{L}\p{N}_@.])@[\p{L}\p{N}_]+/gu,
  // A telephone number, an account, a card, a code: six digits and more, however they are grouped.
  /(?<![\p{L}\p{N}])[\p{L}]{0,4}\+?\d(?:[ ().-]?\d){5,}(?![\p{N}])/gu,
];

const trimmed = (reference: string): string => reference.replace(/[.,:;!?]+$/, '');

/**
 * What in a text could lead its reader somewhere or name somebody: addresses, URLs, host names, handles and long numbers.
 * Dates are none.
 */
export const referencesIn = (text: string): readonly string[] => {
  const looked = plain(text).replace(dates, ' ');
  return [...new Set(kinds.flatMap((kind) => [...looked.matchAll(kind)].map(([found]) => trimmed(found))))];
};
