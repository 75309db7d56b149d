import type { ToolCall } from '../contract/tool-call.js';
import type { ToolExecutor } from '../contract/tool-executor.js';
import { isToolFailure, ToolFailure } from '../contract/tool-failure.js';
import type { ToolOutcome } from '../contract/tool-outcome.js';
import { isJson } from '../json/is-json.js';
import type { Settings } from './context.js';
import { within } from './within.js';

/** Whatever a tool threw, as a `ToolFailure`: one passes as it is, anything else is an ordinary, non-terminal failure. */
export const asFailure = (call: ToolCall, error: unknown): ToolFailure =>
  isToolFailure(error)
    ? error
    : new ToolFailure(`${call.tool} failed: ${error instanceof Error ? error.message : String(error)}`, {
        code: 'tool-error',
        cause: error,
      });

const isSane = (before: ToolOutcome, after: unknown): after is ToolOutcome => {
  if (isToolFailure(after)) return true;
  // A failure never becomes a success.
  if (isToolFailure(before) || typeof after !== 'object' || after === null) return false;
  return after === before || ('output' in after && isJson(after.output));
};

const withheld = (call: ToolCall, outcome: ToolOutcome): ToolFailure =>
  new ToolFailure(`the result of ${call.tool} is withheld: postDispatch could not vouch for it`, {
    code: 'result-withheld',
    outcome: isToolFailure(outcome) ? outcome.outcome : 'unknown',
    terminal: isToolFailure(outcome) && outcome.terminal,
  });

/** `postDispatch`, asked so that it always answers: where it cannot, the result is withheld. A terminal failure stays one. */
export const finish = async (
  executor: ToolExecutor,
  call: ToolCall,
  outcome: ToolOutcome,
  { clock, memberTimeoutMs }: Settings,
): Promise<ToolOutcome> => {
  try {
    const after: unknown = await within(() => executor.postDispatch(call, outcome), clock, memberTimeoutMs);
    if (!isSane(outcome, after)) return withheld(call, outcome);
    const downgraded = isToolFailure(outcome) && outcome.terminal && isToolFailure(after) && !after.terminal;
    return downgraded ? after.with({ terminal: true }) : after;
  } catch {
    return withheld(call, outcome);
  }
};
