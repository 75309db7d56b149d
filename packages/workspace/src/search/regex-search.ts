import { Worker } from 'node:worker_threads';
import type { Clock } from '@pawl/core';
import type { LineMatch, LineSearch } from './line-search.js';

/** A regular expression took too long on one text. */
export class RegexTooSlow extends Error {
  override readonly name = 'RegexTooSlow';
}

// A backtracking expression can take for ever and hears no signal, so it runs where it can be ended. As text, so that
// bundlers need not know of another file.
const program = `
const { parentPort, workerData } = require('node:worker_threads');
const expression = new RegExp(workerData.source, workerData.flags);
parentPort.on('message', ({ text, limit }) => {
  const matches = [];
  const lines = text.split('\\n');
  for (let index = 0; index < lines.length && matches.length < limit; index += 1) {
    const column = lines[index].replace(/\\r$/, '').search(expression);
    if (column !== -1) matches.push({ line: index + 1, column });
  }
  parentPort.postMessage(matches);
});
`;

/** What bounds a search. */
export interface RegexBounds {
  /** Milliseconds for one text. */
  readonly ms: number;
  readonly clock: Clock;
  readonly signal: AbortSignal | undefined;
}

const ask = (worker: Worker, request: { text: string; limit: number }, bounds: RegexBounds): Promise<LineMatch[]> =>
  new Promise((resolve, reject) => {
    const end = (settle: () => void): void => {
      stopTimer();
      bounds.signal?.removeEventListener('abort', tooSlow);
      worker.off('message', answered).off('error', failed).off('exit', tooSlow);
      settle();
    };
    const answered = (matches: LineMatch[]): void => end(() => resolve(matches));
    const failed = (error: Error): void => end(() => reject(error));
    const tooSlow = (): void => end(() => reject(new RegexTooSlow('the regular expression took too long')));
    const stopTimer = bounds.clock.setTimeout(tooSlow, bounds.ms);
    bounds.signal?.addEventListener('abort', tooSlow);
    worker.on('message', answered).on('error', failed).on('exit', tooSlow);
    worker.postMessage(request);
  });

const startThread = (expression: RegExp): Worker => {
  const { source, flags } = expression;
  const resourceLimits = { maxOldGenerationSizeMb: 256 };
  const worker = new Worker(program, { eval: true, workerData: { source, flags }, env: {}, resourceLimits });
  // Whoever waits for an answer hears of it; when nobody does, it must not end the process.
  return worker.on('error', () => {});
};

/** Searches with a regular expression, line by line, in a thread of its own that is ended when it takes too long. */
export const regexSearch = (expression: RegExp, bounds: RegexBounds): LineSearch => {
  let worker: Worker | undefined;
  return {
    find: (text, limit) => {
      worker ??= startThread(expression);
      return ask(worker, { text, limit }, bounds);
    },
    close: async () => {
      await worker?.terminate();
    },
  };
};
