import { dispatch, dispatchStream, isToolFailure, type ToolCall, type ToolStreamChunk, toolCall } from '@pawl/core';
import { difference } from '../compare/difference.js';
import { show } from '../compare/show.js';
import { hash } from '../generate/hash.js';
import { obliging } from '../generate/obliging.js';
import { answerOf } from '../law/answer-of.js';
import type { Law } from '../law/law.js';
import { violate } from '../law/violate.js';
import type { Trial } from '../world/trial.js';
import { lawOf } from './law-of.js';
import { plantedChunks, readable } from './planted.js';
import { secretOf } from './redaction.js';
import { streamTexts } from './stream-texts.js';
import { streamsOf } from './streams-of.js';

/** STR-01. */
export const streamRevealsNoMore: Law = lawOf({
  id: 'STR-01',
  slug: 'stream-reveals-no-more',
  subjects: ['wrapper', 'chain'],
  statement: 'What a stream reveals is never more than what the unary call reveals.',
  intent: 'A guard that looks at the finished answer has nothing left to guard: the tokens have already gone out.',
  whereToLook: '`executeStream`: everything that `execute` refuses or hides, it must refuse or hide too',
  members: ['execute', 'executeStream'],
  check: async (trial) => {
    const secret = secretOf(trial);
    const chunks =
      secret === '' ? obliging.stream : (): readonly ToolStreamChunk[] => plantedChunks(secret, trial.scenario.salt);
    const execute = (call: ToolCall) => ({
      output: chunks(call)
        .flatMap((chunk) => (chunk.kind === 'text' ? chunk.text : []))
        .join(''),
    });
    for (const station of trial.world({ around: 'none', answers: { ...obliging, execute, stream: chunks } }).stations) {
      const { outer, probe, name } = station;
      for (const tool of trial.names) {
        const call = toolCall({ id: '1', tool, args: {} });
        probe.clear();
        await answerOf(outer, 'execute', [call], trial.waiting);
        const ran = probe.of('execute').length > 0;
        probe.clear();
        await answerOf(outer, 'executeStream', [call], trial.waiting);
        trial.tell();
        if (probe.of('executeStream').length > 0 && !ran) {
          violate('executeStream', name, {
            expected: `${show(tool)}, which the unary call refuses, to be refused as a stream`,
            but: 'the stream reached the tool',
          });
        }
        if (secret === '') continue;
        const unary = await trial.waiting.settle(dispatch(outer, call), 'dispatch');
        const streamed = await trial.waiting.settle(dispatchStream(outer, call), 'dispatch');
        if (unary.status !== 'executed' || streamed.status !== 'streaming') continue;
        const { joined, rest } = await streamTexts(streamed.stream, trial.waiting);
        if (readable(unary.execution).some((text) => text.includes(secret))) continue;
        const out = [joined, ...readable(rest)].find((text) => text.includes(secret));
        if (out !== undefined)
          violate('executeStream', name, {
            expected: 'the stream to hide what the unary call hides',
            but: `it reveals ${show(out)}`,
          });
      }
    }
  },
});

const isTerminal = (chunk: unknown): boolean =>
  typeof chunk === 'object' && chunk !== null && ['done', 'error'].includes(String(Reflect.get(chunk, 'kind')));

// An executor without streams keeps the law by saying so.
const isUnsupported = (error: unknown): boolean => isToolFailure(error) && error.code === 'unsupported';

// A wrapper that refuses, as it says it may, gives no stream that could be wrong.
const isRefusal = ({ subject }: Trial, error: unknown): boolean =>
  isToolFailure(error) &&
  error.outcome === 'not-started' &&
  subject.kind === 'wrapper' &&
  subject.touches.executeStream === 'refuses';

/** STR-02. */
export const streamEndsOnce: Law = lawOf({
  id: 'STR-02',
  slug: 'stream-ends-once',
  subjects: ['executor', 'wrapper', 'chain', 'composite'],
  statement: 'One terminal chunk; nothing after it; `return()` reaches the tool.',
  intent: 'A stream without an end cannot be told from one that broke; a tool that nobody listens to must stop.',
  whereToLook:
    'the generator in `executeStream`: forward the last chunk as it is, and use `for await` or `finally` so that `return()` gets through',
  members: ['executeStream'],
  check: async (trial) => {
    for (const { name, outer, call, returned, reached } of await streamsOf(trial)) {
      const { value, error } = await answerOf(outer, 'executeStream', [call], trial.waiting);
      if (error !== undefined && trial.subject.kind === 'executor' && isUnsupported(error)) trial.tell();
      if (isRefusal(trial, error)) trial.tell();
      if (error !== undefined || !reached()) continue;
      trial.tell();
      const chunks = Array.isArray(value) ? value : [];
      const terminals = chunks.filter(isTerminal).length;
      if (terminals !== 1 || !isTerminal(chunks.at(-1))) {
        violate('executeStream', name, {
          expected: 'exactly one `done` or `error`, as the last chunk',
          but:
            terminals === 0
              ? `none came in ${chunks.length} chunks`
              : `${terminals} came, and the last chunk is ${show(chunks.at(-1))}`,
        });
      }
      const before = returned();
      if (before === undefined) continue;
      const stream = await trial.waiting.settle(outer.executeStream(call), 'executeStream');
      const iterator = stream[Symbol.asyncIterator]();
      const first = await trial.waiting.settle(iterator.next(), 'a chunk');
      if (first.done === true || isTerminal(first.value)) continue;
      if (iterator.return === undefined) {
        violate('executeStream', name, {
          expected: '`return()` on the iterator, so that a reader can stop the tool',
          but: 'there is none',
        });
      }
      await trial.waiting.settle(Promise.resolve(iterator.return?.()), '`return()`');
      if (returned() === before)
        violate('executeStream', name, { expected: '`return()` to reach the tool', but: 'the tool runs on' });
    }
    if (trial.subject.kind === 'executor' && trial.subject.sampleCalls === undefined) trial.tell();
  },
});

const size = 1024;
const count = 12;

const long = (salt: number): readonly ToolStreamChunk[] => {
  const chunks: ToolStreamChunk[] = [];
  for (let index = 0; index < count; index++) {
    chunks.push({ kind: 'text', text: `${index}:${hash(salt, index)} `.padEnd(size, 'plain words ') });
    if (index % 3 === 1)
      chunks.push({ kind: 'data', data: { row: index } }, { kind: 'progress', fraction: index / count });
  }
  return [...chunks, { kind: 'done', result: { output: 'plain' } }];
};

/** STR-03. */
export const streamFlows: Law = lawOf({
  id: 'STR-03',
  slug: 'stream-flows',
  subjects: ['wrapper', 'chain'],
  statement: 'What holds no secret flows on: bounded hold-back, nothing dropped.',
  intent: 'A stream that arrives all at once at its end is no stream, and a person waits for nothing.',
  whereToLook: 'what `executeStream` keeps back, and when it lets go of it',
  members: ['executeStream'],
  check: async (trial) => {
    const chunks = long(trial.scenario.salt);
    const world = trial.world({ around: 'none', answers: { ...obliging, stream: () => chunks } });
    const bound = (trial.subject.holdBack ?? 4096) + 2 * size;
    const wanted = chunks.flatMap((chunk) => (chunk.kind === 'text' ? chunk.text : [])).join('');
    for (const { outer, name, probe } of world.stations) {
      const tool = trial.scenario.tools.find((seed) => probe.owns(seed.name) && outer.owns(seed.name))?.name;
      if (tool === undefined) continue;
      const call = toolCall({ id: '1', tool, args: {} });
      const started = world.base.log.pulled.count;
      const { value: whole, error } = await answerOf(outer, 'executeStream', [call], trial.waiting);
      if (isRefusal(trial, error)) trial.tell();
      if (error !== undefined || world.base.log.pulled.count === started) continue;
      trial.tell();
      const list: readonly unknown[] = Array.isArray(whole) ? whole : [];
      const isText = (chunk: unknown): chunk is { text: string } =>
        typeof chunk === 'object' && chunk !== null && Reflect.get(chunk, 'kind') === 'text';
      const joined = list
        .filter(isText)
        .map(({ text }) => text)
        .join('');
      if (joined !== wanted)
        violate('executeStream', name, {
          expected: `all ${wanted.length} characters of text, unchanged`,
          but: `${joined.length} came: ${show(joined)}`,
        });
      const lost = difference(
        chunks.filter((chunk) => chunk.kind !== 'text'),
        list.filter((chunk) => !isText(chunk)),
      );
      if (lost !== undefined) violate('executeStream', name, { expected: 'every other chunk, in order', but: lost });
      const stream = await trial.waiting.settle(outer.executeStream(call), 'executeStream');
      const before = world.base.log.pulled.count;
      const iterator = stream[Symbol.asyncIterator]();
      let out = 0;
      for (let turn = 0; turn < chunks.length; turn++) {
        const next = await trial.waiting.settle(iterator.next(), 'a chunk');
        if (next.done === true || isTerminal(next.value)) break;
        const pulled = chunks
          .slice(0, world.base.log.pulled.count - before)
          .reduce((sum, chunk) => sum + (chunk.kind === 'text' ? chunk.text.length : 0), 0);
        const held = pulled - out;
        if (isText(next.value)) out += next.value.text.length;
        if (held <= bound) continue;
        violate('executeStream', name, {
          expected: `at most ${bound} characters to be held back`,
          but: `${held} characters had gone in and not come out`,
        });
      }
      await iterator.return?.();
    }
  },
});
