import { type ToolCall, ToolFailure } from '@pawl/core';
import type { Loss } from '../tool-process/index.js';
import type { CancelReason } from '../wire/index.js';

const stderrInMessage = 512;

const stopped: Readonly<Record<CancelReason, { readonly code: string; readonly what: string }>> = {
  cancelled: { code: 'cancelled', what: 'was cancelled' },
  deadline: { code: 'timeout', what: 'ran out of time' },
  closing: { code: 'source-lost', what: 'was stopped because its executor was closed' },
};

const effect = (started: boolean): string =>
  started ? '; whether it took effect is unknown' : ' before it started; it is safe to call it again';

/** The failure of a call that was stopped from this side. */
export const stoppedFailure = (call: ToolCall, reason: CancelReason, started: boolean): ToolFailure =>
  new ToolFailure(`${call.tool} ${stopped[reason].what}${effect(started)}`, {
    code: stopped[reason].code,
    outcome: started ? 'unknown' : 'not-started',
  });

/** The code of a call that was stopped from this side. */
export const stoppedCode = (reason: CancelReason): string => stopped[reason].code;

/** The failure of a call whose program ended before it answered. */
export const lostFailure = (call: ToolCall, command: string, loss: Loss): ToolFailure => {
  const end = loss.stderr.slice(-stderrInMessage);
  const said = end === '' ? '' : `. Its stderr ends with: ${end}`;
  return new ToolFailure(
    `${call.tool}: its program ${JSON.stringify(command)} ${loss.reason} before it answered${
      loss.delivered ? effect(true) : ', and never got the request; it is safe to call it again'
    }${said}`,
    { code: 'source-lost', outcome: loss.delivered ? 'unknown' : 'not-started' },
  );
};

/** The failure of a call whose program could not be started. */
export const startFailure = (call: ToolCall, command: string, cause: unknown): ToolFailure => {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
  const hint =
    code === 'ENOENT'
      ? 'there is no such command on its PATH, or its `cwd` does not exist: check `command` and `cwd`'
      : 'check that `command` may be executed';
  return new ToolFailure(`${call.tool}: its program ${JSON.stringify(command)} did not start (${code}): ${hint}`, {
    code: 'source-lost',
    outcome: 'not-started',
    cause,
  });
};

/** The failure of a call whose answer was longer than allowed. */
export const overlongFailure = (call: ToolCall, bytes: number, limit: number): ToolFailure =>
  new ToolFailure(
    `the result of ${call.tool} is withheld: its line has ${bytes} bytes, and \`maxMessageBytes\` allows ${limit}`,
    { code: 'invalid-result', outcome: 'unknown' },
  );

/** The failure of a call whose arguments make a line longer than allowed. */
export const tooLargeFailure = (call: ToolCall, bytes: number, limit: number): ToolFailure =>
  new ToolFailure(`${call.tool} was not run: its request has ${bytes} bytes, and \`maxMessageBytes\` allows ${limit}`, {
    code: 'invalid-arguments',
    outcome: 'not-started',
  });
