import type { IncomingMessage, ServerResponse } from 'node:http';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import type { ToolExecutor } from '@pawl/core';
import type { ServeSettings } from '../check-serve-options.js';
import type { HttpServing } from '../serve-options.js';
import { McpSession } from '../session/mcp-session.js';
import { refuse } from './http-guard.js';

interface Entry {
  readonly session: McpSession;
  readonly transport: NodeStreamableHTTPServerTransport;
  /** Whether the stream is open on which the server speaks of itself. */
  isListening: boolean;
  /** Whether the catalogue changed while nobody listened. */
  isStale: boolean;
  /** Whether a change was told and the list not asked for since: if the stream breaks, it may not have arrived. */
  isUnread: boolean;
}

const maxSessionsByDefault = 256;
const maxBodyByDefault = 4 * 1024 * 1024;

/** The sessions of an HTTP endpoint, by id; the one used last comes last. */
export class HttpSessions {
  readonly #executor: ToolExecutor;
  readonly #settings: ServeSettings;
  readonly #http: HttpServing;
  readonly #entries = new Map<string, Entry>();
  #opening = 0;
  #isClosed = false;

  constructor(executor: ToolExecutor, settings: ServeSettings, http: HttpServing) {
    this.#executor = executor;
    this.#settings = settings;
    this.#http = http;
  }

  /** How many sessions are open. */
  get size(): number {
    return this.#entries.size;
  }

  /** Hands a request to its session, or to a new one. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.#isClosed) return refuse(response, { status: 503, message: 'the server is closing' });
    const id = request.headers['mcp-session-id'];
    if (id === undefined) return this.#open(request, response);
    const entry = this.#entries.get(String(id));
    if (entry === undefined) return refuse(response, { status: 404, message: 'Session not found: initialize anew' });
    this.#entries.delete(entry.session.id);
    this.#entries.set(entry.session.id, entry);
    if (request.method !== 'GET') return entry.transport.handleRequest(request, response);
    this.#listen(entry, response);
    // Settles only when the stream ends, so what was missed is sent in between, once the transport has the stream.
    const handled = entry.transport.handleRequest(request, response);
    setImmediate(() => this.#catchUp(entry, response));
    await handled;
  }

  /** Tells every client that the list of tools has changed. */
  tellChange(): void {
    for (const entry of this.#entries.values()) {
      if (entry.isListening) this.#tell(entry);
      else entry.isStale = true;
    }
  }

  /** Ends every session. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#entries.values()].map(({ session }) => session.close()));
  }

  #tell(entry: Entry): void {
    entry.isUnread = true;
    entry.session.tellChange();
  }

  #listen(entry: Entry, response: ServerResponse): void {
    if (entry.isListening) return;
    entry.isListening = true;
    response.once('close', () => {
      entry.isListening = false;
      entry.isStale ||= entry.isUnread;
    });
  }

  #catchUp(entry: Entry, response: ServerResponse): void {
    if (!entry.isStale || !entry.isListening || response.statusCode !== 200) return;
    entry.isStale = false;
    this.#tell(entry);
  }

  async #open(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const limit = this.#http.maxSessions ?? maxSessionsByDefault;
    if (this.size + this.#opening >= limit && !(await this.#endIdle())) {
      return refuse(response, { status: 503, message: `all ${limit} sessions are busy: end one, or try later` });
    }
    const id = this.#settings.newSessionId();
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      onsessioninitialized: () => void this.#entries.set(id, entry),
      maxRequestBodySize: this.#http.maxBodyBytes ?? maxBodyByDefault,
    });
    const session = new McpSession({
      id,
      executor: this.#executor,
      settings: this.#settings,
      // Nothing else would end the stream of an answer that will not come.
      onCancelled: (requestId) => transport.closeSSEStream(requestId),
      onListed: () => {
        entry.isUnread = false;
      },
    });
    const entry: Entry = { session, transport, isListening: false, isStale: false, isUnread: false };
    this.#opening += 1;
    try {
      await session.connect(transport);
      void session.ended.then(() => this.#forget(id));
      await transport.handleRequest(request, response);
      // Anything but `initialize` was refused, and leaves no session; nor does one that came while the rest was closed.
      if (this.#isClosed || !this.#entries.has(id)) await session.close();
    } finally {
      this.#opening -= 1;
    }
  }

  async #forget(id: string): Promise<void> {
    if (!this.#entries.delete(id)) return;
    try {
      await this.#settings.onSessionEnd?.(id);
    } catch (error) {
      this.#settings.warn({ code: 'protocol', message: `onSessionEnd threw: ${String(error)}` });
    }
  }

  async #endIdle(): Promise<boolean> {
    const idle = [...this.#entries.values()].find(({ session }) => session.running === 0);
    await idle?.session.close();
    return idle !== undefined;
  }
}
