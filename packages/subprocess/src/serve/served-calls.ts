import { type Message, type Request, rpcCodes } from '../rpc/index.js';
import { runCall, type Send } from './run-call.js';
import type { ServedTool } from './served-tool.js';

interface Call {
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

/** The calls of a program that are under way. */
export class ServedCalls {
  readonly #tools: ReadonlyMap<string, ServedTool>;
  readonly #send: Send;
  readonly #running = new Map<string | number, Call>();

  /** Runs `tools` and answers through `send`. */
  constructor(tools: ReadonlyMap<string, ServedTool>, send: Send) {
    this.#tools = tools;
    this.#send = send;
  }

  /** Starts or cancels a call; refuses every other request. */
  receive(message: Message): void {
    if (message.kind === 'request') this.#start(message);
    else if (message.kind === 'notification' && message.method === 'tools.cancel') {
      this.#running.get(String(message.params['request_id']))?.abort.abort();
    }
  }

  /** Cancels every call; resolves when all are answered. */
  async end(): Promise<void> {
    const calls = [...this.#running.values()];
    for (const { abort } of calls) abort.abort();
    await Promise.all(calls.map(({ done }) => done));
  }

  #start(request: Request): void {
    const name = String(request.params['tool']);
    const isExecute = request.method === 'tools.execute';
    const tool = isExecute ? this.#tools.get(name) : undefined;
    if (tool === undefined) {
      const message = `there is no ${isExecute ? `tool ${JSON.stringify(name)}` : request.method} here`;
      void this.#send({ jsonrpc: '2.0', id: request.id, error: { code: rpcCodes.methodNotFound, message } });
      return;
    }
    const abort = new AbortController();
    const done = runCall(tool, request, { send: this.#send, signal: abort.signal }).finally(() =>
      this.#running.delete(request.id),
    );
    this.#running.set(request.id, { abort, done });
  }
}
