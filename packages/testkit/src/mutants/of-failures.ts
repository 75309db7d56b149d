import { type ExecutorMember, isToolFailure, ToolFailure, type ToolFailureInit } from '@pawl/core';
import type { WrapperSubject } from '../subject/subject.js';
import { handmade } from './handmade.js';
import type { Mutant } from './mutant.js';
import { written } from './written.js';

const changing = (name: string, change: Partial<ToolFailureInit>): WrapperSubject =>
  handmade(name, { execute: 'rewrites' }, (inner) => ({
    execute: (call) =>
      inner.execute(call).catch((error: unknown) => {
        throw isToolFailure(error) ? error.with(change) : error;
      }),
  }));

const failing = (
  breaks: string,
  member: ExecutorMember,
  subject: (name: string) => WrapperSubject,
  reference?: string,
): Mutant => written('ERR-01', member, breaks, { subject, ...(reference === undefined ? {} : { reference }) });

/** Mutants of ERR-01. */
export const ofFailures: readonly Mutant[] = [
  failing(
    'a proxy that loses isError',
    'execute',
    (name) =>
      handmade(name, { execute: 'rewrites' }, (inner) => ({
        execute: (call) =>
          inner
            .execute(call)
            .catch((error: unknown) => ({ output: isToolFailure(error) ? (error.output ?? null) : null })),
      })),
    'PrefectHQ/fastmcp#4216, apify/apify-mcp-server#728',
  ),
  failing('a wrapper that downgrades a terminal failure', 'execute', (name) => changing(name, { terminal: false })),
  failing(
    'a wrapper that says nothing was started',
    'execute',
    (name) => changing(name, { outcome: 'not-started' }),
    'langchain#40686, ComposioHQ/composio#3654',
  ),
  failing('a wrapper that gives every failure its own code', 'execute', (name) =>
    changing(name, { code: 'tool-error' }),
  ),
  failing('a wrapper that drops the cause', 'execute', (name) => changing(name, { cause: undefined })),
  failing(
    'a wrapper that drops the content of an error',
    'execute',
    (name) =>
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
    'langchain-mcp-adapters#619',
  ),
  failing('a wrapper that rethrows a plain error', 'execute', (name) =>
    handmade(name, { execute: 'rewrites' }, (inner) => ({
      execute: (call) =>
        inner.execute(call).catch((error: unknown) => {
          throw new Error(String(error));
        }),
    })),
  ),
  failing(
    'a result filter that turns a failure into a success',
    'postDispatch',
    (name) =>
      handmade(name, { postDispatch: 'rewrites' }, (inner) => ({
        postDispatch: async (call, outcome) => {
          const after = await inner.postDispatch(call, outcome);
          return isToolFailure(after) ? { output: after.message } : after;
        },
      })),
    'mastra-ai/mastra#23330, vercel/eve#312',
  ),
  failing('a result filter that downgrades a terminal failure', 'postDispatch', (name) =>
    handmade(name, { postDispatch: 'rewrites' }, (inner) => ({
      postDispatch: async (call, outcome) => {
        const after = await inner.postDispatch(call, outcome);
        return isToolFailure(after) ? after.with({ terminal: false }) : after;
      },
    })),
  ),
  failing('a stream whose error chunk becomes a done', 'executeStream', (name) =>
    handmade(name, { executeStream: 'rewrites' }, (inner) => ({
      executeStream: async (call) => {
        const stream = await inner.executeStream(call);
        return (async function* () {
          for await (const chunk of stream) yield chunk.kind === 'error' ? ({ kind: 'done' } as const) : chunk;
        })();
      },
    })),
  ),
  failing(
    'a retry that swallows the last rejection',
    'execute',
    (name) =>
      handmade(name, { execute: 'repeats' }, (inner) => ({
        execute: (call) =>
          inner
            .execute(call)
            .catch(() => inner.execute(call))
            .catch(() => ({ output: null })),
      })),
    'langchain#38837',
  ),
];
