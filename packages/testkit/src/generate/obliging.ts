import { NONE, type ToolCall } from '@pawl/core';
import type { Answers } from './answers.js';

/** Answers of a base that lets everything run and needs nothing: what stops a call is then a layer above it. */
export const obliging: Pick<
  Answers,
  'needsApproval' | 'requiredCapabilities' | 'preDispatch' | 'execute' | 'postDispatch' | 'sandboxWouldDeny' | 'stream'
> = Object.freeze({
  needsApproval: () => false,
  requiredCapabilities: () => NONE,
  preDispatch: () => ({ verdict: 'allow' }) as const,
  sandboxWouldDeny: () => false,
  execute: (call: ToolCall) => ({ output: { ran: call.tool, id: call.id } }),
  stream: (call: ToolCall) => [
    { kind: 'text', text: `ran ${call.tool}` } as const,
    { kind: 'done', result: { output: { ran: call.tool, id: call.id } } } as const,
  ],
  postDispatch: (_call, outcome) => outcome,
});
