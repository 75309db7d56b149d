import type { Terminal } from './terminal.js';

/** Tells a person at a terminal how far a run has come, in one line of stderr that is drawn over. */
export interface Progress {
  readonly show: (text: string) => void;
  readonly clear: () => void;
}

const eraseLine = '\r\u001b[2K';

/** Draws nothing where nobody watches. */
export const progressOn = ({ progress, error }: Terminal): Progress =>
  progress === 'live'
    ? { show: (text) => error(`${eraseLine}${text}`), clear: () => error(eraseLine) }
    : { show: () => undefined, clear: () => undefined };
