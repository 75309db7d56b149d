import {
  type JSONRPCMessage,
  StreamableHTTPClientTransport,
  type TransportSendOptions,
} from '@modelcontextprotocol/client';
import type { Settings } from '../check-options.js';
import { answeredId, type Connection, cancelledId, isRequest } from '../connection.js';
import { LocalFault } from '../local-fault.js';
import type { HttpServer } from '../mcp-executor-options.js';

const streamEnded = 'the server ended the stream of the answer without giving one';

const transportOf = ({ url, headers, authProvider, fetch }: HttpServer & { readonly url: URL }) =>
  new StreamableHTTPClientTransport(url, {
    ...(headers === undefined ? {} : { requestInit: { headers } }),
    ...(authProvider === undefined ? {} : { authProvider }),
    ...(fetch === undefined ? {} : { fetch }),
  });

/**
 * The official Streamable HTTP transport, with what it leaves open: a request whose stream ends without an answer fails,
 * and a cancelled request lets go of its stream.
 */
export class HttpConnection implements Connection {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly stderrTail = '';
  readonly #inner: StreamableHTTPClientTransport;
  readonly #settings: Settings;
  readonly #pending = new Map<string | number, AbortController>();
  #ended: string | undefined;
  #closing: Promise<void> | undefined;

  constructor(server: HttpServer & { readonly url: URL }, settings: Settings) {
    this.#inner = transportOf(server);
    this.#settings = settings;
  }

  get ended(): string | undefined {
    return this.#ended;
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion(version);
  }

  start(): Promise<void> {
    this.#inner.onmessage = (message) => this.#receive(message);
    this.#inner.onerror = (error) => this.onerror?.(error);
    return this.#inner.start();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (isRequest(message)) {
      const controller = new AbortController();
      this.#pending.set(message.id, controller);
      await this.#post(message, {
        requestSignal: controller.signal,
        onRequestStreamEnd: () => this.#lose(message.id),
      });
      return;
    }
    await this.#post(message, options);
    const cancelled = cancelledId(message);
    if (cancelled !== undefined) this.#drop(cancelled);
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  /** The official transport's options are its own, and narrower than the interface's. */
  #post(message: JSONRPCMessage, options: TransportSendOptions | undefined): Promise<void> {
    const { requestSignal, onRequestStreamEnd } = options ?? {};
    return this.#inner.send(message, {
      ...(requestSignal === undefined ? {} : { requestSignal }),
      ...(onRequestStreamEnd === undefined ? {} : { onRequestStreamEnd }),
    });
  }

  #receive(message: JSONRPCMessage): void {
    const answered = answeredId(message);
    if (answered !== undefined) this.#pending.delete(answered);
    this.onmessage?.(message);
  }

  #lose(id: string | number): void {
    if (!this.#pending.delete(id)) return;
    const data = new LocalFault('source-lost', streamEnded);
    this.onmessage?.({ jsonrpc: '2.0', id, error: { code: -32_000, message: data.message, data } });
  }

  #drop(id: string | number): void {
    this.#pending.get(id)?.abort();
    this.#pending.delete(id);
  }

  async #end(): Promise<void> {
    this.#ended ??= 'was closed by this client';
    this.onclose?.();
    let stopWaiting = (): void => {};
    const patience = new Promise<void>((resolve) => {
      stopWaiting = this.#settings.clock.setTimeout(resolve, this.#settings.closeTimeoutMs);
    });
    // A server that is gone has no session left to end.
    await Promise.race([this.#inner.terminateSession().catch(() => {}), patience]);
    stopWaiting();
    await this.#inner.close();
  }
}
