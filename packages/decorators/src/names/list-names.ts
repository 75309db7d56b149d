import { nearestName } from './nearest-name.js';

const most = 20;

/** The tools that exist, for the end of an error sentence: the nearest one first, then a list of bounded length. */
export const listNames = (wanted: string, names: readonly string[]): string => {
  if (names.length === 0) return 'the catalogue is empty';
  const nearest = nearestName(wanted, names);
  const shown = names.slice(0, most).map((name) => JSON.stringify(name));
  const more = names.length > most ? ` and ${names.length - most} more` : '';
  const hint = nearest === undefined ? '' : `did you mean ${JSON.stringify(nearest)}? `;
  return `${hint}The tools are ${shown.join(', ')}${more}`;
};
