import {
  capabilities,
  difference,
  isLabelledUntrusted,
  isToolFailure,
  type JsonValue,
  labelUntrusted,
  layer,
  requireApproval,
  strictest,
  type ToolCall,
  type ToolExecution,
  type ToolOutcome,
  withArgs,
} from '@pawl/core';
import type { LayerInstance } from '../subject/wrapper-subject.js';

/** Where a taint gate can go wrong; each has a correct default. */
export interface TaintGateFaults {
  /** Which ways of running a tool mark the session before it runs. */
  readonly marks?: { readonly execute?: boolean; readonly executeStream?: boolean };
  /** When a tool that is run whole marks: before it runs, or once its result is there. Default: before. */
  readonly marksOn?: 'start' | 'success';
  /** Which labels count. */
  readonly isLabelled?: (outcome: ToolOutcome) => boolean;
  readonly label?: (execution: ToolExecution) => ToolExecution;
  /** What a session is kept under. */
  readonly keyOf?: (session: string | undefined) => unknown;
  /** What the user's words are kept under. */
  readonly wordsKeyOf?: (session: string | undefined) => unknown;
  readonly isNamed?: (said: readonly string[], value: string) => boolean;
  /** The values of a call that are looked for. */
  readonly valuesOf?: (args: JsonValue | undefined) => readonly string[];
  /** Whether a call without a value is named. Default: it is not. */
  readonly allowsNothing?: boolean;
  /** Whether a worker knows what its parent's sessions read. Default: it does. */
  readonly workers?: 'aware' | 'fresh' | 'unwatched';
  /** Whether a verdict is kept for the same call. */
  readonly memoises?: boolean;
}

/** Every text in a value: scalars, and the names of members below the top. */
export const textsIn = (value: JsonValue | undefined, depth = 0): readonly string[] => {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((item: JsonValue) => textsIn(item, depth + 1));
  if (typeof value !== 'object' || value === null) return [String(value)];
  return Object.entries(value).flatMap(([name, item]) => [...(depth === 0 ? [] : [name]), ...textsIn(item, depth + 1)]);
};

/** Whether a text stands among the words of what was said, without the marks around them. */
export const isWord = (said: readonly string[], value: string): boolean =>
  said.some((text) => text.split(/\s+/).some((word) => word.replace(/^['"(]+|['").,;:!?]+$/g, '') === value));

const out = capabilities('arbitrary-egress', 'mutate-external');

/** A correct taint gate for mutants to be made of; `faults` break it. */
export const taintingLayer = (faults: TaintGateFaults = {}): LayerInstance => {
  const keyOf = faults.keyOf ?? ((session) => session);
  const wordsKeyOf = faults.wordsKeyOf ?? ((session) => session);
  const isNamed = faults.isNamed ?? isWord;
  const valuesOf = faults.valuesOf ?? ((args) => textsIn(args));
  const isLabelled = faults.isLabelled ?? isLabelledUntrusted;
  const label = faults.label ?? labelUntrusted;
  const said = new Map<unknown, string[]>();
  const read = new Set<unknown>();
  const made = layer(
    'tainting',
    { preDispatch: 'tightens', execute: 'refuses', executeStream: 'refuses', postDispatch: 'rewrites' },
    (inner, scope) => {
      const tainted = scope !== undefined && faults.workers === 'fresh' ? new Set<unknown>() : read;
      const unwatched = scope !== undefined && faults.workers === 'unwatched';
      const kept = new Map<string, boolean>();
      const mark = ({ session }: ToolCall): void => {
        if (!unwatched) tainted.add(keyOf(session));
      };
      const asks = ({ tool, args, session }: ToolCall): boolean => {
        const reachesOut = difference(out, inner.requiredCapabilities(tool)) !== out;
        if (!reachesOut || !tainted.has(keyOf(session))) return false;
        const values = valuesOf(args);
        const words = said.get(wordsKeyOf(session)) ?? [];
        if (values.length === 0) return faults.allowsNothing !== true;
        return !values.every((value) => isNamed(words, value));
      };
      const judged = (call: ToolCall): boolean => {
        if (faults.memoises !== true) return asks(call);
        const key = JSON.stringify([call.tool, call.args, call.session]);
        const answer = kept.get(key) ?? asks(call);
        kept.set(key, answer);
        return answer;
      };
      return {
        preDispatch: async (call) => {
          const decision = await inner.preDispatch(call);
          const asked = judged(decision.args === undefined ? call : withArgs(call, decision.args));
          return asked ? strictest(requireApproval('it acts on what it read'), decision) : decision;
        },
        execute: async (call) => {
          const marks = faults.marks?.execute !== false && inner.ingestsUntrustedContent(call.tool);
          if (marks && faults.marksOn !== 'success') mark(call);
          const execution = await inner.execute(call);
          if (marks) mark(call);
          return execution;
        },
        executeStream: async (call) => {
          if (faults.marks?.executeStream !== false && inner.ingestsUntrustedContent(call.tool)) mark(call);
          return inner.executeStream(call);
        },
        postDispatch: async (call, asked) => {
          const outcome = await inner.postDispatch(call, asked);
          if (isToolFailure(outcome)) return outcome;
          const labelled = isLabelled(outcome);
          if (labelled) mark(call);
          return labelled || inner.ingestsUntrustedContent(call.tool) ? label(outcome) : outcome;
        },
      };
    },
  );
  return {
    layer: made,
    say: (session, text) => {
      const key = wordsKeyOf(session);
      said.set(key, [...(said.get(key) ?? []), text]);
    },
  };
};
