import { difference } from '../compare/difference.js';

const withoutTransport = (value: object): object => {
  const { signal: _signal, onProgress: _onProgress, ...rest } = value as { signal?: unknown; onProgress?: unknown }; // any object may lack both
  return rest;
};

/**
 * How an argument that arrived differs from the one that was sent. A signal and a progress callback may be replaced by
 * others (law FWD-20 checks that they are linked), but not left out.
 */
export const callDifference = (sent: unknown, arrived: unknown): string | undefined => {
  if (Object.is(sent, arrived)) return undefined;
  const isCall = typeof sent === 'object' && sent !== null && 'tool' in sent;
  if (!isCall || typeof arrived !== 'object' || arrived === null) return difference(sent, arrived);
  for (const field of ['signal', 'onProgress']) {
    if (Reflect.get(sent, field) !== undefined && Reflect.get(arrived, field) === undefined)
      return `\`${field}\` is missing`;
  }
  return difference(withoutTransport(sent), withoutTransport(arrived));
};
