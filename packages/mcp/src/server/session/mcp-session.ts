import {
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type Transport,
} from '@modelcontextprotocol/server';
import { systemClock, type Taint, type ToolExecutor } from '@pawl/core';
import type { ServeSettings } from '../check-serve-options.js';
import { toolsOf } from '../result/tool-from-spec.js';
import { hidden, paramsOf, WholeTransport } from '../whole-transport.js';
import { Advertised } from './advertised.js';
import { callFromRequest, progressTokenOf } from './call-from-request.js';
import { progressReporter } from './progress-reporter.js';
import { type CallSession, runCall } from './run-call.js';

/** What one session is made of. */
export interface McpSessionInit {
  /** The session's id: what `ToolCall.session` says. */
  readonly id: string;
  readonly executor: ToolExecutor;
  readonly settings: ServeSettings;
  /** Told when a request was cancelled, because no answer will be sent to it. */
  readonly onCancelled?: (requestId: string | number) => void;
  /** Told when the client asks for the list of tools. */
  readonly onListed?: () => void;
}

type HiddenResult = ReturnType<typeof hidden>;

/** One client's conversation: its own server object, taint, recovered tools and running calls. */
export class McpSession implements CallSession {
  readonly id: string;
  readonly executor: ToolExecutor;
  readonly settings: ServeSettings;
  readonly server: Server;
  readonly advertised: Advertised;
  taint: Taint = 'clean';
  /** Resolves when the connection has ended, from either side. */
  readonly ended: Promise<void>;
  readonly #init: McpSessionInit;
  readonly #running = new Set<Promise<unknown>>();
  #calls = 0;
  #isReady = false;

  constructor(init: McpSessionInit) {
    this.#init = init;
    this.id = init.id;
    this.executor = init.executor;
    this.settings = init.settings;
    this.advertised = new Advertised(init.executor);
    const { serverInfo, instructions, warn } = init.settings;
    // `Server` is for those who answer requests themselves; `McpServer` would keep tools in a plain object.
    this.server = new Server(serverInfo, {
      capabilities: { tools: { listChanged: true } },
      ...(instructions === undefined ? {} : { instructions }),
    });
    this.server.onerror = (error) => warn({ code: 'protocol', message: error.message });
    this.server.oninitialized = () => {
      this.#isReady = true;
    };
    // The official handlers of these two would check results and drop what they do not know.
    this.server.fallbackRequestHandler = (request, context) => this.#answer(request, context);
    this.ended = new Promise((resolve) => {
      this.server.onclose = resolve;
    });
  }

  /** How many calls are under way. */
  get running(): number {
    return this.#running.size;
  }

  /** Takes up the conversation. */
  connect(transport: Transport): Promise<void> {
    return this.server.connect(new WholeTransport(transport));
  }

  /** Tells the client, once it is ready, that the list of tools has changed. */
  readonly tellChange = (): void => {
    if (!this.#isReady) return;
    this.server.sendToolListChanged().catch((error: unknown) => this.#warn('a change of the tools', error));
  };

  /** Cancels what runs and ends the connection; waits for running calls to let go, but not for ever. */
  async close(): Promise<void> {
    await this.server.close();
    let cancel = (): void => {};
    const late = new Promise<void>((resolve) => {
      cancel = (this.settings.context.clock ?? systemClock).setTimeout(resolve, this.settings.closeTimeoutMs);
    });
    await Promise.race([Promise.allSettled(this.#running), late]);
    cancel();
  }

  #warn(what: string, error: unknown): void {
    this.settings.warn({ code: 'protocol', message: `${what} could not be sent: ${String(error)}` });
  }

  async #answer(request: JSONRPCRequest, context: ServerContext): Promise<HiddenResult> {
    if (request.method === 'tools/list') {
      this.#init.onListed?.();
      return hidden({ tools: toolsOf(this.advertised.specs()) });
    }
    if (request.method !== 'tools/call') throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found');
    const running = this.#call(request, context);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
      if (context.mcpReq.signal.aborted) this.#init.onCancelled?.(request.id);
    }
  }

  async #call(request: JSONRPCRequest, { mcpReq }: ServerContext): Promise<HiddenResult> {
    const params = paramsOf(request.params);
    const token = progressTokenOf(params);
    const progress =
      token === undefined
        ? undefined
        : progressReporter(token, (sent) =>
            mcpReq
              .notify({ method: 'notifications/progress', params: { ...sent } })
              .catch((error: unknown) => this.#warn('progress', error)),
          );
    const { caller } = this.settings;
    const call = callFromRequest(params, {
      id: `${this.id}/${++this.#calls}`,
      session: this.id,
      signal: mcpReq.signal,
      ...(caller === undefined ? {} : { caller }),
      ...(progress === undefined ? {} : { onProgress: progress.report }),
    });
    try {
      return hidden(await runCall(this, { call, requestId: request.id, signal: mcpReq.signal }));
    } finally {
      await progress?.flush();
    }
  }
}
