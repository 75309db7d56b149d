const signatures: readonly (readonly [number, string, string])[] = [
  [0, '\x89PNG\r\n\x1a\n', 'image/png'],
  [0, '\xff\xd8\xff', 'image/jpeg'],
  [0, 'GIF8', 'image/gif'],
  [8, 'WEBP', 'image/webp'],
  [0, '%PDF-', 'application/pdf'],
  [0, 'PK\x03\x04', 'application/zip'],
  [0, '\x1f\x8b', 'application/gzip'],
  [0, '\x7fELF', 'application/x-elf'],
  [0, 'SQLite format 3\0', 'application/vnd.sqlite3'],
  [0, '\0asm', 'application/wasm'],
];

/** What a binary file seems to be, by its first bytes. */
export const mediaType = (bytes: Buffer): string => {
  const head = bytes.toString('latin1', 0, 32);
  return signatures.find(([at, mark]) => head.startsWith(mark, at))?.[2] ?? 'application/octet-stream';
};
