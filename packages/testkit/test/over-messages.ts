import { MessageChannel, type MessagePort } from 'node:worker_threads';
import {
  isToolFailure,
  type ToolCall,
  type ToolExecution,
  type ToolExecutor,
  ToolFailure,
  type ToolProgress,
  toolCall,
} from '@pawl/core';

/** What goes over the wire; signals and callbacks cannot. */
type Sent =
  | { readonly kind: 'call'; readonly id: number; readonly call: ToolCall }
  | { readonly kind: 'abort'; readonly id: number };
type Answered =
  | { readonly kind: 'progress'; readonly id: number; readonly fraction: number }
  | { readonly kind: 'done'; readonly id: number; readonly execution?: ToolExecution; readonly failure?: object };

/** Where a proxy can go wrong. */
export interface WireFaults {
  readonly onAbort?: 'forwarded' | 'ignored';
  readonly onProgress?: 'forwarded' | 'ignored';
  /** What answers are told apart by. */
  readonly keyOf?: (call: ToolCall, id: number) => string;
}

const serve = (port: MessagePort, inner: ToolExecutor): void => {
  const controllers = new Map<number, AbortController>();
  port.on('message', async (sent: Sent) => {
    if (sent.kind === 'abort') {
      controllers.get(sent.id)?.abort();
      return;
    }
    const { id, call } = sent;
    const controller = new AbortController();
    controllers.set(id, controller);
    const answer = (answered: Answered): void => port.postMessage(answered);
    const onProgress = ({ fraction = 0 }: ToolProgress): void => answer({ kind: 'progress', id, fraction });
    try {
      const execution = await inner.execute(toolCall({ ...call, signal: controller.signal, onProgress }));
      answer({ kind: 'done', id, execution });
    } catch (error) {
      const known = isToolFailure(error) ? { ...error, message: error.message } : { message: String(error) };
      answer({ kind: 'done', id, failure: JSON.parse(JSON.stringify(known)) as object });
    } finally {
      controllers.delete(id);
    }
  });
  port.unref();
};

/** A proxy whose calls really leave the stack: `execute` goes over a message port and back. */
export const overMessages = (inner: ToolExecutor, faults: WireFaults = {}): ToolExecutor => {
  const { port1, port2 } = new MessageChannel();
  serve(port2, inner);
  const waiting = new Map<number, { readonly call: ToolCall; readonly settle: (answered: Answered) => void }>();
  let count = 0;
  const shared = new Map<string, Promise<ToolExecution>>();
  port1.on('message', (answered: Answered) => {
    const entry = waiting.get(answered.id);
    if (answered.kind === 'progress') {
      if (faults.onProgress !== 'ignored') entry?.call.onProgress?.({ fraction: answered.fraction });
      return;
    }
    waiting.delete(answered.id);
    entry?.settle(answered);
  });
  port1.unref();
  const send = (call: ToolCall): Promise<ToolExecution> =>
    new Promise((resolve, reject) => {
      const id = count++;
      const { signal, onProgress: _here, ...data } = call;
      waiting.set(id, {
        call,
        settle: (answered) => {
          if (answered.kind !== 'done') return;
          if (answered.execution !== undefined) resolve(answered.execution);
          else reject(Object.assign(new ToolFailure('', { code: 'tool-error' }), answered.failure));
        },
      });
      if (faults.onAbort !== 'ignored') {
        signal?.addEventListener('abort', () => port1.postMessage({ kind: 'abort', id }), { once: true });
      }
      port1.postMessage({ kind: 'call', id, call: data });
    });
  return {
    specs: () => inner.specs(),
    onSpecsChange: (listener) => inner.onSpecsChange(listener),
    owns: (tool) => inner.owns(tool),
    needsApproval: (tool) => inner.needsApproval(tool),
    cacheableApproval: (tool) => inner.cacheableApproval(tool),
    requiredCapabilities: (tool) => inner.requiredCapabilities(tool),
    ingestsUntrustedContent: (tool) => inner.ingestsUntrustedContent(tool),
    preDispatch: (call) => inner.preDispatch(call),
    sandboxWouldDeny: (call) => inner.sandboxWouldDeny(call),
    recoverUnadvertised: (call) => inner.recoverUnadvertised(call),
    executeStream: (call) => inner.executeStream(call),
    postDispatch: (call, outcome) => inner.postDispatch(call, outcome),
    forWorker: (scope) => inner.forWorker(scope),
    execute: (call) => {
      const key = faults.keyOf?.(call, count);
      if (key === undefined) return send(call);
      const found = shared.get(key) ?? send(call);
      shared.set(key, found);
      return found;
    },
  };
};
