/** The folder in a root that belongs to the workspace: its workers' subtrees lie there, and no tool gets in. */
export const reservedName = '.pawl';

/**
 * Whether a name in the root is the reserved folder's, also on a file system that ignores case, normalises Unicode or
 * skips characters that show nothing.
 */
export const isReserved = (name: string): boolean =>
  name === reservedName ||
  name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase() === reservedName;
