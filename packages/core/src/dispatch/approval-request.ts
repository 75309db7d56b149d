import { type Capability, capabilities, isSubset } from '../capability/capability-set.js';
import type { ToolCall } from '../contract/tool-call.js';
import type { ToolSpec } from '../contract/tool-spec.js';
import { canonicalJson } from '../json/canonical-json.js';
import type { JsonValue } from '../json/json-value.js';

/**
 * What a person is asked. Plain JSON, so that it can be shown, stored and handed back as `context.approved` to run the
 * call; it holds the arguments and the definition that were asked about, so it covers no others.
 */
export interface ApprovalRequest {
  readonly callId: string;
  readonly tool: string;
  /** The arguments that will run, after every rewrite. Absent where the call has none. */
  readonly args?: JsonValue;
  readonly caller?: string;
  readonly session?: string;
  /** The tool as it was advertised, annotations included. */
  readonly spec: ToolSpec;
  readonly reason: string;
  /** What the tool requires. */
  readonly required: readonly Capability[];
  /** What of it is not granted now. */
  readonly missing: readonly Capability[];
  /** Whether the sandbox would refuse the call. */
  readonly sandboxEscalation: boolean;
}

/** Text that is equal exactly when two values are: absent, `null` and `{}` differ, and the order of members does not count. */
const key = (value: unknown): string => (value === undefined ? '' : canonicalJson(value));

const sameSpec = (a: ToolSpec, b: ToolSpec): boolean => a === b || key(plain(a)) === key(plain(b));

// A definition from another process has lost members that were `undefined`.
const plain = (spec: ToolSpec): unknown => JSON.parse(JSON.stringify(spec));

/**
 * Whether a person who approved `approved` has approved `request`: the same call, tool, definition, arguments, caller
 * and session, and nothing missing now that was not missing then. What cannot be compared is not covered.
 */
export const covers = (approved: ApprovalRequest, request: ApprovalRequest): boolean => {
  try {
    return (
      approved.callId === request.callId &&
      approved.tool === request.tool &&
      approved.caller === request.caller &&
      approved.session === request.session &&
      key(approved.args) === key(request.args) &&
      isSubset(capabilities(...request.missing), capabilities(...approved.missing)) &&
      isSubset(capabilities(...request.required), capabilities(...approved.required)) &&
      (approved.sandboxEscalation === true || !request.sandboxEscalation) &&
      sameSpec(approved.spec, request.spec)
    );
  } catch {
    return false;
  }
};

/** What a request takes from the call itself. */
export const requestFields = (
  call: ToolCall,
): Pick<ApprovalRequest, 'callId' | 'tool' | 'args' | 'caller' | 'session'> => ({
  callId: call.id,
  tool: call.tool,
  ...(call.args === undefined ? {} : { args: call.args }),
  ...(call.caller === undefined ? {} : { caller: call.caller }),
  ...(call.session === undefined ? {} : { session: call.session }),
});
