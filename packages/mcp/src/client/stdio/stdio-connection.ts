import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import type { Settings } from '../check-options.js';
import { answeredId, type Connection, cancelledId, isRequest } from '../connection.js';
import { LocalFault } from '../local-fault.js';
import type { StdioServer } from '../mcp-executor-options.js';
import { NotSentError } from '../not-sent-error.js';
import type { Envelope } from './envelope-scanner.js';
import { LineSplitter } from './line-splitter.js';
import { endGroup, watchGroup } from './process-group.js';
import { readMessages } from './read-message.js';
import { spawnServer } from './spawn-server.js';
import { TextTail } from './text-tail.js';
import { toLine } from './to-line.js';

const defaultMaxMessageBytes = 64 * 1024 * 1024;
const stderrTailBytes = 8 * 1024;
// What a dying server wrote last may still be on its way, but a child of it can hold the pipe open for ever.
const lastWordsMs = 250;
const noiseReportedBytes = 200;

/**
 * A server's process as a transport of the official client. It replaces the official one because nothing that the server
 * does may hang a call: every end of the process settles every request, and every byte it writes is read.
 */
export class StdioConnection implements Connection {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #server: StdioServer;
  readonly #settings: Settings;
  readonly #stderr = new TextTail(stderrTailBytes);
  readonly #pending = new Set<string | number>();
  #child: ChildProcessWithoutNullStreams | undefined;
  #exited: Promise<void> = Promise.resolve();
  #ended: string | undefined;
  #isSettled = false;
  #stopWaiting: (() => void) | undefined;
  #closing: Promise<void> | undefined;

  constructor(server: StdioServer, settings: Settings) {
    this.#server = server;
    this.#settings = settings;
  }

  get ended(): string | undefined {
    return this.#ended;
  }

  get stderrTail(): string {
    return this.#stderr.text;
  }

  /** The server's process id, which is also its process group's; `undefined` before it was started. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async start(): Promise<void> {
    const child = await spawnServer(this.#settings.name, this.#server);
    this.#child = child;
    if (child.pid !== undefined) watchGroup(child.pid);
    const lines = new LineSplitter({
      maxBytes: this.#server.maxMessageBytes ?? defaultMaxMessageBytes,
      onLine: (line) => this.#receive(line),
      onOverlong: (envelope) => this.#receiveOverlong(envelope),
    });
    child.stdout.on('data', (chunk: Buffer) => lines.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => this.#stderr.push(chunk));
    const drained = new Promise<void>((resolve) => child.stdout.once('close', resolve));
    child.stdout.once('end', () => {
      lines.end();
      this.#lose('closed its output');
    });
    this.#exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        const how = signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`;
        // Of several signs of one end, the exit says the most.
        if (this.#closing === undefined) this.#ended = how;
        this.#lose(how);
        resolve();
        void drained.then(() => this.#settle());
      });
    });
    // Without listeners these would be thrown into the process.
    child.stdin.on('error', () => this.#lose('closed its input'));
    child.stdout.on('error', () => this.#lose('closed its output'));
    child.stderr.on('error', () => {});
    // The official client may have closed it while it was being started.
    if (this.#closing !== undefined) await this.#end();
  }

  send(message: JSONRPCMessage): Promise<void> {
    const child = this.#child;
    if (child === undefined || this.#ended !== undefined) {
      return Promise.reject(new NotSentError(this.#ended ?? 'was not started'));
    }
    if (isRequest(message)) this.#pending.add(message.id);
    const cancelled = cancelledId(message);
    if (cancelled !== undefined) this.#pending.delete(cancelled);
    return new Promise((resolve, reject) => {
      child.stdin.write(toLine(message), (error) => {
        if (error === undefined || error === null) resolve();
        // Only here is it the kernel that refused the line; any other error may come after the server has read it.
        else if ((error as NodeJS.ErrnoException).code === 'EPIPE') reject(new NotSentError('closed its input'));
        // The end of the connection settles it.
        else resolve();
      });
    });
  }

  close(): Promise<void> {
    this.#ended ??= 'was closed by this client';
    this.#settle();
    this.#closing ??= this.#end();
    return this.#closing;
  }

  /** The connection is of no more use: nothing is sent any more, and requests settle as soon as the last words are in. */
  #lose(how: string): void {
    if (this.#isSettled) return;
    this.#ended ??= how;
    this.#stopWaiting ??= this.#settings.clock.setTimeout(() => this.#settle(), lastWordsMs);
  }

  #settle(): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#stopWaiting?.();
    this.#pending.clear();
    this.onclose?.();
    this.#closing ??= this.#end();
  }

  async #end(): Promise<void> {
    const child = this.#child;
    if (child?.pid === undefined) return;
    child.stdin.end();
    const { clock, closeTimeoutMs } = this.#settings;
    await endGroup({ pid: child.pid, exited: this.#exited, clock, patienceMs: closeTimeoutMs });
    // A process that left the group could hold these open, and this process with them.
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy();
  }

  #receive(line: string): void {
    const messages = readMessages(line);
    if (messages.length === 0) {
      const start = line.slice(0, noiseReportedBytes);
      const message = `${this.#settings.name} wrote a line to stdout that is no message, and it was ignored: ${start}`;
      this.#settings.warn({ code: 'noise', message });
    }
    for (const message of messages) {
      const answered = answeredId(message);
      if (answered !== undefined) this.#pending.delete(answered);
      this.onmessage?.(message);
    }
  }

  #receiveOverlong({ isObject, id, hasMethod }: Envelope): void {
    const limit = `longer than ${this.#server.maxMessageBytes ?? defaultMaxMessageBytes} bytes`;
    this.#settings.warn({ code: 'noise', message: `${this.#settings.name} wrote a line ${limit}; it was thrown away` });
    if (!isObject || hasMethod) return;
    // Whose answer it was cannot be told without an id, and nobody may wait for ever.
    for (const pending of id === undefined ? [...this.#pending] : [id]) {
      this.#pending.delete(pending);
      const data = new LocalFault(
        'invalid-result',
        `the answer was ${limit}: raise \`maxMessageBytes\` or ask for less`,
      );
      this.onmessage?.({ jsonrpc: '2.0', id: pending, error: { code: -32_000, message: data.message, data } });
    }
  }
}
