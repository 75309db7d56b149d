import {
  dispatch,
  dispatchStream,
  isToolFailure,
  type JsonValue,
  type ToolCall,
  type ToolExecution,
  type ToolProgress,
  toolCall,
} from '@pawl/core';
import { show } from '../compare/show.js';
import { hash } from '../generate/hash.js';
import { obliging } from '../generate/obliging.js';
import { scopeFrom } from '../generate/sentinel.js';
import { answerOf } from '../law/answer-of.js';
import type { Law } from '../law/law.js';
import { violate } from '../law/violate.js';
import type { Trial } from '../world/trial.js';
import type { World } from '../world/world.js';
import { lawOf } from './law-of.js';
import { plantedChunks, plantedOutcome, readable } from './planted.js';
import { streamTexts } from './stream-texts.js';

/** The secret of this run; the adapter lists at least one, or the law does not apply. */
export const secretOf = (trial: Trial): string => {
  const secrets = trial.subject.secrets ?? [];
  return secrets[trial.scenario.salt % Math.max(1, secrets.length)] ?? '';
};

const found = (value: unknown, secret: string): string | undefined =>
  readable(value).find((text) => text.includes(secret));

const listedTool = (world: World): string | undefined => world.top.specs()[0]?.name;

const leak = (
  trial: Trial,
  member: 'execute' | 'executeStream' | 'postDispatch' | 'forWorker',
  where: string,
  text: string,
): never =>
  violate(member, trial.subject.name, {
    expected: `the planted secret not to be readable in ${where}`,
    but: `it stands there: ${show(text)}`,
  });

/** RED-01. */
export const nothingPlantedComesBack: Law = lawOf({
  id: 'RED-01',
  slug: 'nothing-planted-comes-back',
  subjects: ['wrapper', 'chain'],
  statement:
    'No planted secret is readable in any part of what comes back: text, nested, escaped, keys, errors, causes, progress, chunks.',
  intent: 'A redactor that looks in one place teaches people to rely on it in all of them.',
  whereToLook:
    '`postDispatch` for executions and failures, `execute` for the progress callback, `executeStream` for chunks',
  members: ['execute', 'executeStream', 'postDispatch', 'forWorker'],
  needs: [{ kind: 'hook', hook: 'secrets' }],
  check: async (trial) => {
    const secret = secretOf(trial);
    for (let offset = 0; offset < 3; offset++) {
      const salt = hash(trial.scenario.salt, offset);
      const outcome = plantedOutcome(secret, salt);
      const execute = (call: ToolCall) => {
        call.onProgress?.({ fraction: 0.5, message: `sending ${secret}` });
        return outcome;
      };
      const world = trial.world({
        around: 'none',
        worker: 'rooted',
        answers: { ...obliging, execute, stream: () => plantedChunks(secret, salt) },
      });
      const tool = listedTool(world);
      if (tool === undefined) continue;
      const heard: ToolProgress[] = [];
      const call = toolCall({ id: '1', tool, onProgress: (progress) => void heard.push(progress) });
      const unary = await trial.waiting.settle(dispatch(world.top, call), 'dispatch');
      if (unary.status !== 'executed' && unary.status !== 'failed') continue;
      trial.tell();
      const told = found(heard, secret);
      if (told !== undefined) leak(trial, 'execute', 'what the progress callback hears', told);
      const result = unary.status === 'executed' ? unary.execution : unary.failure;
      const back = found(result, secret);
      if (back !== undefined)
        leak(trial, 'postDispatch', unary.status === 'executed' ? 'the execution' : 'the failure', back);
      const streamed = await trial.waiting.settle(dispatchStream(world.top, call), 'dispatch');
      if (streamed.status === 'streaming') {
        const chunks = await streamTexts(streamed.stream, trial.waiting);
        const out = found(chunks.joined, secret) ?? found(chunks.rest, secret);
        if (out !== undefined) leak(trial, 'executeStream', 'the stream', out);
      }
      const { value } = await answerOf(world.top, 'forWorker', [scopeFrom(salt, 1)], trial.waiting);
      const root = value as { kind?: unknown; executor?: typeof world.top } | undefined; // looked at before it is believed
      if (root?.kind !== 'rooted' || root.executor === undefined) continue;
      const delegated = await trial.waiting.settle(dispatch(root.executor, call), 'dispatch');
      const own =
        delegated.status === 'executed'
          ? delegated.execution
          : delegated.status === 'failed'
            ? delegated.failure
            : undefined;
      const text = found(own, secret);
      if (text !== undefined) leak(trial, 'forWorker', "a worker's result", text);
    }
  },
});

/** Where two values differ in shape, apart from texts and keys that held the secret. */
const shapeChange = (before: JsonValue, after: unknown, secret: string, path = ''): string | undefined => {
  if (typeof before === 'string') {
    if (typeof after !== 'string') return `${path || 'the output'} is no text any more`;
    if (!readable(before).some((text) => text.includes(secret)))
      return before === after ? undefined : `${path || 'the output'} holds no secret and was changed`;
    if (/^\s*\{/.test(before)) {
      try {
        JSON.parse(after);
      } catch {
        return `the JSON in ${path || 'the output'} can no longer be parsed: ${show(after)}`;
      }
    }
    return undefined;
  }
  if (typeof before !== 'object' || before === null)
    return Object.is(before, after) ? undefined : `${path || 'the output'} was changed`;
  if (typeof after !== 'object' || after === null || Array.isArray(before) !== Array.isArray(after))
    return `${path || 'the output'} has another type`;
  const [own, other] = [Object.entries(before), Object.entries(after)];
  if (own.length !== other.length)
    return `${path || 'the output'} has ${other.length} members instead of ${own.length}`;
  // A key that held the secret has another name now, and may stand elsewhere: order means nothing in JSON.
  const renamed = other.filter(([key]) => !Object.hasOwn(before, key));
  for (const [key, value] of own) {
    const there: unknown = key.includes(secret) ? renamed.shift()?.[1] : Reflect.get(after, key);
    const wrong = shapeChange(value as JsonValue, there, secret, `${path}/${key}`); // a member of JSON is JSON
    if (wrong !== undefined) return wrong;
  }
  return undefined;
};

/** RED-02. */
export const shapeIsKept: Law = lawOf({
  id: 'RED-02',
  slug: 'shape-is-kept',
  subjects: ['wrapper', 'chain'],
  statement: 'JSON in, JSON out: same shape; what holds no secret is the same object.',
  intent:
    'A client that parses the result must still be able to; a copy of what is clean costs memory and hides what changed.',
  whereToLook:
    'how the redactor walks: replace leaves, never text of serialised JSON, and hand back what did not change',
  members: ['postDispatch'],
  needs: [{ kind: 'hook', hook: 'secrets' }],
  check: async (trial) => {
    const secret = secretOf(trial);
    const world = trial.world({ around: 'none', answers: obliging });
    const call = toolCall({ id: '1', tool: listedTool(world) ?? '' });
    for (let offset = 0; offset < 4; offset++) {
      const outcome = plantedOutcome(secret, hash(trial.scenario.salt, 'shape', offset));
      if (isToolFailure(outcome)) continue;
      const { value, error } = await answerOf(world.top, 'postDispatch', [call, outcome], trial.waiting);
      trial.tell();
      const after = value as ToolExecution | undefined; // looked at before it is believed
      const wrong =
        error !== undefined ? `it failed with ${show(error)}` : shapeChange(outcome.output, after?.output, secret);
      if (wrong !== undefined)
        violate('postDispatch', trial.subject.name, { expected: 'the same shape as before', but: wrong });
    }
    const clean = { output: { content: [{ type: 'text', text: 'nothing to hide' }], n: 1 }, meta: { a: [1] } };
    const { value } = await answerOf(world.top, 'postDispatch', [call, clean], trial.waiting);
    if (value !== clean) {
      violate('postDispatch', trial.subject.name, {
        expected: 'what holds no secret to come back as the same object',
        but: 'a copy came back',
      });
    }
  },
});
