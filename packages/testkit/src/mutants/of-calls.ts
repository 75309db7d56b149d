import { isToolFailure, type ToolCall, type ToolExecutor, ToolFailure, withArgs } from '@pawl/core';
import { handmade } from './handmade.js';
import type { Mutant } from './mutant.js';
import { written } from './written.js';

const withCall = (
  name: string,
  member: 'execute' | 'preDispatch' | 'executeStream',
  change: (call: ToolCall) => ToolCall,
) =>
  handmade(
    name,
    {},
    (inner) =>
      ({
        [member]: (call: ToolCall) => (inner[member] as (call: ToolCall) => unknown)(change(call)),
      }) as Partial<ToolExecutor>,
  ); // the three take a call alone

const without = (call: ToolCall, ...fields: readonly string[]): ToolCall =>
  Object.freeze(
    Object.fromEntries(Object.entries(call).filter(([field]) => !fields.includes(field))) as unknown as ToolCall,
  ); // a copy of a call, less some fields

/** Mutants of the laws about calls and what comes back. */
export const ofCalls: readonly Mutant[] = [
  written('FWD-20', 'execute', 'a wrapper that drops the abort signal', {
    reference: 'pi-mcp-adapter#150, mastra-ai/mastra#10874',
    subject: (name) => withCall(name, 'execute', (call) => without(call, 'signal')),
  }),
  written('FWD-20', 'execute', 'a wrapper that gives the tool a signal of its own', {
    subject: (name) =>
      withCall(name, 'execute', (call) => Object.freeze({ ...call, signal: new AbortController().signal })),
  }),
  written('FWD-20', 'execute', 'a wrapper that passes no progress callback', {
    reference: 'anomalyco/opencode#28186',
    subject: (name) => withCall(name, 'execute', (call) => without(call, 'onProgress')),
  }),
  written('FWD-20', 'execute', 'a wrapper whose progress callback goes nowhere', {
    subject: (name) => withCall(name, 'execute', (call) => Object.freeze({ ...call, onProgress: () => {} })),
  }),
  written('FWD-20', 'execute', 'a proxy that drops the request meta', {
    reference: 'PrefectHQ/fastmcp#2525, sparfenyuk/mcp-proxy PR189',
    subject: (name) => withCall(name, 'execute', (call) => without(call, 'meta')),
  }),
  written('FWD-20', 'execute', 'a wrapper that rebuilds the call from id, name and arguments', {
    subject: (name) =>
      withCall(name, 'execute', ({ id, tool, args }) =>
        Object.freeze({ id, tool, attempt: 1, ...(args === undefined ? {} : { args }) }),
      ),
  }),
  written('FWD-20', 'execute', 'a wrapper that loses the caller and the session', {
    subject: (name) => withCall(name, 'execute', (call) => without(call, 'caller', 'session')),
  }),
  written('FWD-20', 'execute', 'a wrapper that hands on a call that anybody can change', {
    subject: (name) => withCall(name, 'execute', (call) => ({ ...call })),
  }),
  written('FWD-20', 'executeStream', 'a stream path that drops the deadline', {
    subject: (name) => withCall(name, 'executeStream', (call) => without(call, 'timeoutMs')),
  }),
  written('FWD-20', 'executeStream', 'a stream path that drops the signal', {
    subject: (name) => withCall(name, 'executeStream', (call) => without(call, 'signal')),
  }),
  written('FWD-20', 'preDispatch', 'a wrapper that asks for a decision without the session', {
    subject: (name) => withCall(name, 'preDispatch', (call) => without(call, 'session')),
  }),
  written('FWD-20', 'preDispatch', 'a wrapper that turns absent arguments into an empty object', {
    subject: (name) =>
      withCall(name, 'preDispatch', (call) =>
        call.args === undefined || call.args === null ? withArgs(call, {}) : call,
      ),
  }),
  written('FWD-08', 'preDispatch', 'a wrapper that asks the inner twice', {
    subject: (name) =>
      handmade(name, {}, (inner) => ({
        preDispatch: async (call) => {
          await inner.preDispatch(call);
          return inner.preDispatch(call);
        },
      })),
  }),
  written('FWD-11', 'execute', 'a wrapper that runs the tool twice', {
    reference: 'neuroagent#22',
    subject: (name) =>
      handmade(name, {}, (inner) => ({
        execute: async (call) => {
          await inner.execute(call).catch(() => {});
          return inner.execute(call);
        },
      })),
  }),
  written('FWD-11', 'execute', 'a wrapper that takes a method off its object and loses `this`', {
    subject: (name) =>
      handmade(name, {}, (inner) => {
        const { execute } = inner;
        return { execute: (call) => execute(call) };
      }),
  }),
  written('FWD-04', 'needsApproval', 'a wrapper that loses `this` in a name question', {
    subject: (name) =>
      handmade(name, {}, (inner) => {
        const { needsApproval } = inner;
        return { needsApproval: (tool) => needsApproval(tool) };
      }),
  }),
  written('FWD-13', 'postDispatch', 'a wrapper that swaps the call and the outcome', {
    subject: (name) =>
      handmade(name, {}, (inner) => ({
        postDispatch: (call, outcome) => inner.postDispatch(outcome as never, call as never),
      })),
  }),
  written('FWD-11', 'execute', 'a wrapper that asks about another name', {
    subject: (name) =>
      withCall(name, 'execute', (call) => Object.freeze({ ...call, tool: call.tool.trim().toLowerCase() })),
  }),
  written('FWD-04', 'needsApproval', 'a type-erasing wrapper that says no confirmation is needed', {
    reference: 'bug-ops/zeph#3646',
    subject: (name) => handmade(name, {}, () => ({ needsApproval: () => false })),
  }),
  written('FWD-05', 'cacheableApproval', "a policy gate that forwards one flag with the other's answer", {
    reference: 'bug-ops/zeph#5900',
    subject: (name) => handmade(name, {}, (inner) => ({ cacheableApproval: (tool) => inner.needsApproval(tool) })),
  }),
  written('FWD-12', 'executeStream', 'an async wrapper that collapses a stream into one result', {
    reference: 'braintrust-sdk-javascript#1134, middleapi/orpc PR1981',
    subject: (name) =>
      handmade(name, {}, (inner) => ({
        executeStream: async (call) => {
          const result = await inner.execute(call);
          return (async function* () {
            yield { kind: 'done', result } as const;
          })();
        },
      })),
  }),
  written('FWD-12', 'executeStream', 'a guard that swallows the stream', {
    reference: 'agentgateway/agentgateway#3603',
    subject: (name) =>
      handmade(name, {}, (inner) => ({
        executeStream: async (call) => {
          await inner.executeStream(call);
          return (async function* () {
            yield { kind: 'done' } as const;
          })();
        },
      })),
  }),
  written('FWD-14', 'forWorker', 'a wrapper that asks for a worker with another scope', {
    subject: (name) =>
      handmade(name, {}, (inner) => ({ forWorker: (scope) => inner.forWorker({ ...scope, shareIn: [] }) })),
  }),
  written('FWD-21', 'specs', 'a conversion that rebuilds definitions from the fields it knows', {
    reference: 'vercel/ai#6732, mastra-ai/mastra#15776',
    subject: (name) =>
      handmade(name, { specs: 'rewrites' }, (inner) => ({
        specs: () =>
          inner.specs().map(({ name: own, description, inputSchema }) => ({ name: own, description, inputSchema })),
      })),
  }),
  written('FWD-21', 'execute', 'a wrapper that rebuilds the execution from its output', {
    reference: 'Gitlawb/zero#823',
    subject: (name) =>
      handmade(name, { execute: 'rewrites' }, (inner) => ({
        execute: async (call) => ({ output: (await inner.execute(call)).output }),
      })),
  }),
  written('FWD-21', 'execute', 'a wrapper that rebuilds failures', {
    reference: 'langchain-mcp-adapters#619',
    subject: (name) =>
      handmade(name, { execute: 'rewrites' }, (inner) => ({
        execute: (call) =>
          inner.execute(call).catch((error: unknown) => {
            if (!isToolFailure(error)) throw error;
            throw new ToolFailure(error.message, {
              code: error.code,
              terminal: error.terminal,
              outcome: error.outcome,
              cause: error.cause,
            });
          }),
      })),
  }),
  written('FWD-21', 'executeStream', 'a wrapper that rebuilds chunks', {
    reference: 'bytedance/deer-flow PR5527, openclaw#82912',
    subject: (name) =>
      handmade(name, { executeStream: 'rewrites' }, (inner) => ({
        executeStream: async (call) => {
          const stream = await inner.executeStream(call);
          return (async function* () {
            for await (const chunk of stream) {
              if (chunk.kind === 'data') yield { kind: 'data', data: chunk.data } as const;
              else if (chunk.kind === 'done')
                yield { kind: 'done', ...(chunk.result === undefined ? {} : { result: chunk.result }) } as const;
              else yield chunk;
            }
          })();
        },
      })),
  }),
  written('FWD-21', 'postDispatch', 'a filter that rebuilds the message it touched', {
    reference: 'langchain PR39894',
    subject: (name) =>
      handmade(name, { postDispatch: 'rewrites' }, (inner) => ({
        postDispatch: async (call, outcome) => {
          const after = await inner.postDispatch(call, outcome);
          return isToolFailure(after) ? after : { output: after.output };
        },
      })),
  }),
];
