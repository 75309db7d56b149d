import { isLabelledUntrusted, isToolFailure, type JsonValue, type ToolExecutor, UNTRUSTED_LABEL } from '@pawl/core';
import { isWord, type TaintGateFaults, taintingLayer, textsIn } from '../reference/taint-gate.js';
import type { Subject } from '../subject/subject.js';
import { wrapperSubject } from '../subject/wrapper-subject.js';
import { forwarding } from './handmade.js';
import type { Mutant } from './mutant.js';
import { written } from './written.js';

const gate = (law: string, breaks: string, faults: TaintGateFaults): Mutant =>
  written(law, law === 'TNT-03' ? 'postDispatch' : 'preDispatch', breaks, {
    subject: (name) => wrapperSubject({ name, create: () => taintingLayer(faults) }),
  });

const scalarsIn = (value: JsonValue | undefined): readonly string[] => {
  if (value === undefined) return [];
  // The members of an object or an array are JSON.
  return typeof value === 'object' && value !== null
    ? Object.values(value as Record<string, JsonValue>).flatMap(scalarsIn)
    : [String(value)];
};

/** Mutants of the laws about taint gates. */
export const ofTaint: readonly Mutant[] = [
  gate('TNT-01', 'a gate that no whole result taints', { marks: { execute: false } }),
  gate('TNT-01', 'a gate that no stream taints', { marks: { executeStream: false } }),
  gate('TNT-01', 'a gate that failures do not taint', { marksOn: 'success' }),
  gate('TNT-01', 'a gate that reads no labels', { isLabelled: () => false }),
  gate('TNT-01', 'a gate that reads the labels of its own side alone', {
    isLabelled: (outcome) => !isToolFailure(outcome) && outcome.meta?.[UNTRUSTED_LABEL] === true,
  }),
  gate('TNT-01', 'a gate that reads the labels of MCP results alone', {
    isLabelled: (outcome) => isLabelledUntrusted(isToolFailure(outcome) ? outcome : { output: outcome.output }),
  }),
  gate('TNT-01', 'a gate whose workers know nothing of their parents', { workers: 'fresh' }),
  gate('TNT-01', 'a gate that does not watch workers', { workers: 'unwatched' }),
  gate('TNT-01', 'a gate that keeps what it judged before', { memoises: true }),
  gate('TNT-01', 'a gate that hears every session as one', { wordsKeyOf: () => '' }),
  gate('TNT-01', 'a gate that calls without a session do not taint', { keyOf: (session) => session ?? Symbol('none') }),
  gate('TNT-02', 'a gate that looks for the value anywhere in the text', {
    isNamed: (said, value) => said.some((text) => text.includes(value)),
  }),
  gate('TNT-02', 'a gate that looks for the user’s words anywhere in the value', {
    isNamed: (said, value) =>
      said.some((text) =>
        text.split(/[\s'"()]+/).some((word) => word.length > 3 && value.includes(word.replace(/[.,]$/, ''))),
      ),
  }),
  gate('TNT-02', 'a gate that does not look at case', {
    isNamed: (said, value) =>
      isWord(
        said.map((text) => text.toLowerCase()),
        value.toLowerCase(),
      ),
  }),
  gate('TNT-02', 'a gate that takes look-alikes for the same', {
    isNamed: (said, value) => isWord(said, value.replaceAll('\u0430', 'a')),
  }),
  gate('TNT-02', 'a gate that does not see invisible letters', {
    isNamed: (said, value) => isWord(said, value.replaceAll(/\p{Cf}/gu, '')),
  }),
  gate('TNT-02', 'a gate that is content with one named value', {
    valuesOf: (args) => textsIn(args).slice(0, 1),
  }),
  gate('TNT-02', 'a gate that looks at the top of the arguments alone', {
    valuesOf: (args) =>
      typeof args === 'object' && args !== null ? Object.values(args).filter((value) => typeof value === 'string') : [],
  }),
  gate('TNT-02', 'a gate that does not look at the names of members', {
    valuesOf: scalarsIn,
  }),
  gate('TNT-02', 'a gate that lets calls without values run', { allowsNothing: true }),
  gate('TNT-02', 'a gate for which no session is one called undefined', { wordsKeyOf: (session) => String(session) }),
  gate('TNT-03', 'a gate that labels nothing', { label: (execution) => execution }),
  gate('TNT-03', 'a gate whose label takes the place of all meta', {
    label: (execution) => ({ ...execution, meta: { [UNTRUSTED_LABEL]: true } }),
  }),
  gate('TNT-03', 'a gate that rebuilds what it labels', {
    label: ({ output, meta }) => ({ output, meta: { ...meta, [UNTRUSTED_LABEL]: true } }),
  }),
  gate('TNT-03', 'a gate that labels with false', {
    label: (execution) => ({ ...execution, meta: { ...execution.meta, [UNTRUSTED_LABEL]: false } }),
  }),
];

/** Right taint gates in other styles. */
export const taintTwins: readonly Subject[] = [
  wrapperSubject({ name: "the kit's taint gate", create: () => taintingLayer() }),
  wrapperSubject({
    name: 'a taint gate that hears nobody',
    create: () => taintingLayer({ isNamed: () => false }),
  }),
  wrapperSubject({
    name: 'a taint gate that takes every session for tainted once one is',
    create: () => taintingLayer({ keyOf: () => 'all' }),
  }),
  wrapperSubject({
    name: 'a taint gate behind a Proxy',
    hears: true,
    touches: { preDispatch: 'tightens', execute: 'refuses', executeStream: 'refuses', postDispatch: 'rewrites' },
    wrap: (inner) => {
      const { layer, say } = taintingLayer();
      const proxied = (executor: ToolExecutor): ToolExecutor =>
        new Proxy(forwarding(executor), { get: (target, member) => Reflect.get(target, member) as unknown });
      return { executor: proxied(layer(inner)), ...(say === undefined ? {} : { say }) };
    },
  }),
];
