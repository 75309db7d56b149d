import { dispatch, gate, type ToolExecutor, toolCall } from '@pawl/core';
import { type CallerParts, callerParts, said } from '../reference/caller-parts.js';
import { calling, straight } from './calling.js';
import type { Mutant } from './mutant.js';

const ofPrecedence: readonly Mutant[] = [
  calling('TRN-04', 'a caller that runs what was approved without another look', {
    judge: async (executor, call, context) => {
      const judged = await gate(executor, call, context);
      if (judged.verdict !== 'deny' || context.approved === undefined) return judged;
      return { ...judged, verdict: 'allow' };
    },
    dispatch: (executor, call, context) =>
      context.approved === undefined ? dispatch(executor, call, context) : straight(executor, call),
  }),
  calling('TRN-04', 'a caller in which an approval lifts a later deny', {
    judge: async (executor, call, context) => {
      const judged = await gate(executor, call, context);
      return judged.verdict === 'deny' && judged.call.tool.startsWith('asks')
        ? { ...judged, verdict: 'allow' }
        : judged;
    },
    dispatch: async (executor, call, context) => {
      const outcome = await dispatch(executor, call, context);
      return outcome.status === 'denied' && call.tool.startsWith('asks') ? straight(executor, call) : outcome;
    },
  }),
  calling('TRN-04', 'a caller that runs what a person refused', {
    refusal: () => undefined,
    spoken: ({ decisions }, request) =>
      decisions
        .filter(({ request: asked }) => asked.callId === request.callId)
        .map((decision) => ({ decision, approved: decision.request })),
    spend: async () => true,
  }),
  calling(
    'TRN-04',
    'a caller that says that a refused call failed',
    {
      refused: (call) => said(call, 'failed', 'it failed'),
    },
    { member: 'dispatch' },
  ),
  calling(
    'TRN-04',
    'a caller that says nothing of a refusal',
    { refused: (call) => said(call, 'refused', '') },
    { member: 'dispatch' },
  ),
];

const _member = 'ingestsUntrustedContent';

const ofArguments: readonly Mutant[] = [
  calling('TRN-06', "a caller that runs the model's arguments after a person edited them", {
    argsToRun: ({ args }) => args,
    spoken: (turn, request) =>
      callerParts.spoken(turn, request).map(({ decision }) => ({ decision, approved: request })),
  }),
  calling('TRN-06', 'a caller that knows approvals by the call id alone', {
    spoken: (turn, request) =>
      callerParts.spoken(turn, request).map(({ decision, approved }) => ({
        decision,
        approved: { ...request, ...(approved.args === undefined ? {} : { args: approved.args }) },
      })),
  }),
  calling('TRN-06', 'a caller that runs arguments in a copy of its own making', {
    callOf: (turn, call, args) => callerParts.callOf(turn, call, args === undefined ? {} : args),
  }),
];

const _unordered: CallerParts['ordered'] = (_turn, results) => results;

const ofTheGate: readonly Mutant[] = [
  calling(
    'TRN-08',
    'a caller that runs names that are not offered',
    {
      dispatch: async (executor, call, context) => {
        const outcome = await dispatch(executor, call, context);
        return outcome.status === 'failed' && executor.owns(call.tool) && outcome.call === undefined
          ? straight(executor, call)
          : outcome;
      },
    },
    { member: 'specs' },
  ),
  calling(
    'TRN-08',
    'a caller that runs what needs no approval past the gate',
    {
      judge: async (executor, call, context) =>
        executor.needsApproval(call.tool) || executor.specs().every(({ name }) => name !== call.tool)
          ? gate(executor, call, context)
          : { verdict: 'allow', call: toolCall(call), notes: [], trace: [] },
      dispatch: (executor, call, context) =>
        executor.needsApproval(call.tool) || executor.specs().every(({ name }) => name !== call.tool)
          ? dispatch(executor, call, context)
          : straight(executor, call),
    },
    { member: 'preDispatch' },
  ),
  calling(
    'TRN-08',
    "a caller that hands out the tool's own result",
    {
      dispatch: async (executor, call, context) => {
        let own: { readonly output: unknown } | undefined;
        const seen: ToolExecutor = {
          ...executor,
          execute: async (running) => {
            own = await executor.execute(running);
            return own as Awaited<ReturnType<ToolExecutor['execute']>>; // just handed out as one
          },
        };
        const outcome = await dispatch(seen, call, context);
        return outcome.status === 'executed' && own !== undefined
          ? { ...outcome, execution: own as typeof outcome.execution } // the tool's own
          : outcome;
      },
    },
    { member: 'postDispatch' },
  ),
];

const withoutIdentity =
  (field: 'session' | 'caller'): CallerParts['callOf'] =>
  (turn, call, args) => {
    const { [field]: _lost, ...rest } = callerParts.callOf(turn, call, args);
    return rest;
  };

const ofCalls: readonly Mutant[] = [
  calling(
    'TRN-09',
    'a caller that leaves out the session',
    { callOf: withoutIdentity('session') },
    { member: 'preDispatch' },
  ),
  calling(
    'TRN-09',
    'a caller that leaves out whom it calls for',
    { callOf: withoutIdentity('caller') },
    { member: 'preDispatch' },
  ),
  calling(
    'TRN-09',
    'a caller that runs calls under ids of its own',
    {
      dispatch: async (executor, call, context) => {
        const id = `run-${call.id}`;
        const approved = context.approved === undefined ? {} : { approved: { ...context.approved, callId: id } };
        const outcome = await dispatch(executor, { ...call, id }, { ...context, ...approved });
        return { ...outcome, callId: call.id };
      },
    },
    { member: 'preDispatch' },
  ),
];

/** Callers that are wrong about what may run, and how. */
export const ofCallerCalls: readonly Mutant[] = [...ofPrecedence, ...ofArguments, ...ofTheGate, ...ofCalls];
