import type { Settings } from './check-options.js';

/** Runs `work` with a signal that is aborted after `startTimeoutMs`; then it rejects, whether or not `work` heeds the signal. */
export const withinStartTime = async <T>(
  settings: Settings,
  late: () => Error,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const controller = new AbortController();
  let cancel = (): void => {};
  const deadline = new Promise<never>((_, reject) => {
    cancel = settings.clock.setTimeout(() => {
      const error = late();
      reject(error);
      controller.abort(error.message);
    }, settings.startTimeoutMs);
  });
  try {
    return await Promise.race([work(controller.signal), deadline]);
  } finally {
    cancel();
  }
};
