import type { ToolCall, ToolExecutor } from '@pawl/core';
import { annotator } from '../layers/annotator.js';
import { narrower } from '../layers/narrower.js';
import { passThrough } from '../layers/pass-through.js';
import { retriever } from '../layers/retriever.js';
import { tightener } from '../layers/tightener.js';
import { rememberingLayer } from '../reference/approval-memory.js';
import { composite } from '../reference/composite.js';
import { redactor } from '../reference/redactor.js';
import { toolbox } from '../reference/toolbox.js';
import { workspaceFiles, workspaceOf } from '../reference/workspace.js';
import { compositeSubject } from '../subject/composite-subject.js';
import { executorSubject } from '../subject/executor-subject.js';
import type { Subject } from '../subject/subject.js';
import { wrapperSubject } from '../subject/wrapper-subject.js';
import { forwarding, handmade, handWrapped } from './handmade.js';
import { plantedSecrets } from './of-redaction.js';

// Its target is an object of its own: a Proxy of a frozen executor may not give a bound function for a member.
const proxied = (inner: ToolExecutor): ToolExecutor =>
  new Proxy(
    { ...inner },
    {
      get: (_target, member) => {
        if (member === 'forWorker') {
          const forWorker: ToolExecutor['forWorker'] = async (scope) => {
            const root = await inner.forWorker(scope);
            return root.kind === 'rooted' ? { ...root, executor: proxied(root.executor) } : root;
          };
          return forWorker;
        }
        const found: unknown = Reflect.get(inner, member);
        return typeof found === 'function' ? Function.prototype.bind.call(found, inner) : found;
      },
    },
  );

/** Correct, though written in another way than the kit would: every law must let them pass. */
export const harmless: readonly Subject[] = [
  ...[passThrough, narrower, tightener, retriever, annotator].map((make) => {
    const { layer } = make(7);
    return wrapperSubject({ name: `the kit's ${layer.name}`, layer });
  }),
  wrapperSubject({ name: "the kit's approval memory", create: () => rememberingLayer() }),
  wrapperSubject({
    name: "the kit's redactor",
    layer: redactor(plantedSecrets),
    secrets: plantedSecrets,
    holdBack: 64,
  }),
  compositeSubject({ name: "the kit's composite", create: composite }),
  executorSubject({
    name: "the kit's toolbox",
    create: () => toolbox(),
    leftOut: ['needsApproval', 'forWorker'].slice(0, 1),
  }),
  executorSubject({ name: "the kit's workspace", create: () => workspaceOf(), files: workspaceFiles }),
  wrapperSubject({ name: 'a Proxy', touches: {}, wrap: proxied }),
  handmade('arrow functions', {}, () => ({})),
  handmade('async functions that await', {}, (inner) => ({
    preDispatch: async (call) => await inner.preDispatch(call),
    execute: async (call) => {
      const execution = await inner.execute(call);
      return { ...execution };
    },
  })),
  handmade('a call that is copied whole', {}, (inner) => ({
    execute: (call: ToolCall) => inner.execute(Object.freeze({ ...call })),
  })),
  handmade('a stream that is yielded on', {}, (inner) => ({
    executeStream: async (call) => {
      const stream = await inner.executeStream(call);
      return (async function* () {
        yield* stream;
      })();
    },
  })),
  handmade('one subscription for all listeners', {}, (inner) => {
    const listeners = new Set<{ readonly listener: () => void }>();
    let stop: (() => void) | undefined;
    return {
      onSpecsChange: (listener) => {
        const entry = { listener };
        listeners.add(entry);
        stop ??= inner.onSpecsChange(() => {
          for (const { listener: each } of listeners) each();
        });
        return () => {
          listeners.delete(entry);
          if (listeners.size > 0) return;
          stop?.();
          stop = undefined;
        };
      },
    };
  }),
  wrapperSubject({
    name: 'members written on first use',
    touches: {},
    wrap: (inner) => {
      const lazy = handWrapped(inner, () => ({}));
      return { ...forwarding(lazy), forWorker: lazy.forWorker };
    },
  }),
];
