import { accessSync, constants } from 'node:fs';

/** Where bubblewrap is looked for. Fixed places, so that nobody's PATH can put another program in its stead. */
export const bubblewrapPlaces: readonly string[] = [
  '/usr/bin/bwrap',
  '/bin/bwrap',
  '/usr/local/bin/bwrap',
  '/run/current-system/sw/bin/bwrap',
];

const runs = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The sandbox program; `undefined` where there is none. */
export const findBubblewrap = (own: string | undefined): string | undefined =>
  process.platform === 'linux' ? (own === undefined ? bubblewrapPlaces : [own]).find(runs) : undefined;
