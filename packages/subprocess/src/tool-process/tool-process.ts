import { decodeLine, type Line, LineSplitter, overlongIds, toLine } from '../framing/index.js';
import { type EndMode, type EndOptions, GroupEnding, type ProcessGroup, Tail } from '../process-group/index.js';
import { type Message, type Notification, type Response, readMessages, rpcCodes } from '../rpc/index.js';
import type { Exchange } from './exchange.js';
import { describeExit } from './loss.js';

/** What a process needs beside its group. */
export interface ProcessOptions extends EndOptions {
  /** Bytes that a line of its stdout may have. */
  readonly maxMessageBytes: number;
}

/** What a process wrote that was of no use. */
export interface ProcessStats {
  /** Lines on stdout that are no JSON-RPC 2.0 message. */
  readonly noiseLines: number;
  /** Messages about no request that is under way: late answers, for one. */
  readonly strayMessages: number;
  /** Lines that were longer than allowed. */
  readonly overlongLines: number;
}

interface Pending {
  readonly exchange: Exchange;
  delivered: boolean;
}

const stderrBytes = 4096;

/** A running program: writes requests, matches what comes back by request id alone, and settles every one when it ends. */
export class ToolProcess {
  readonly #group: ProcessGroup;
  readonly #ending: GroupEnding;
  readonly #lines: LineSplitter;
  readonly #stderr = new Tail(stderrBytes);
  readonly #pending = new Map<string, Pending>();
  readonly #stats = { noiseLines: 0, strayMessages: 0, overlongLines: 0 };
  #reason = 'was ended';
  #ended: Promise<void> | undefined;
  #whenEnded: () => void = () => {};

  /** Takes charge of the group. */
  constructor(group: ProcessGroup, options: ProcessOptions) {
    this.#group = group;
    this.#ending = new GroupEnding(group, options);
    this.#lines = new LineSplitter(options.maxMessageBytes);
    const { stdin, stdout, stderr, exited } = group;
    stdout.on('data', (chunk: Buffer) => this.#read(this.#lines.push(chunk)));
    // Unread, it would fill its pipe and block the program.
    stderr.on('data', (chunk: Buffer) => this.#stderr.push(chunk));
    for (const stream of [stdin, stdout, stderr]) stream.on('error', () => {});
    stdout.once('end', () => {
      if (this.usable) this.#reason = 'closed its stdout';
      void this.end('politely');
    });
    void exited.then((exit) => {
      // How it ended says more than that it closed a pipe.
      this.#reason = describeExit(exit);
      void this.end('now');
    });
  }

  /** Id of the process and of its group. */
  get pid(): number {
    return this.#group.pid;
  }

  /** Whether it takes requests. */
  get usable(): boolean {
    return this.#ended === undefined;
  }

  /** What it wrote that was of no use. */
  get stats(): ProcessStats {
    return { ...this.#stats };
  }

  /** Sends a request. Its `exchange` hears of everything that follows. */
  request(exchange: Exchange, line: string): void {
    if (!this.usable) {
      exchange.lose({ delivered: false, reason: this.#reason, stderr: this.#stderr.text() });
      return;
    }
    const pending: Pending = { exchange, delivered: true };
    this.#pending.set(exchange.id, pending);
    this.#group.stdin.write(line, (error) => {
      if (error === null || error === undefined) return;
      // The line feed comes last, so a line that was not written whole is no request.
      pending.delivered = false;
      this.#reason = 'no longer reads its stdin';
      void this.end('politely');
    });
  }

  /** Sends a message that wants no answer. */
  notify(method: string, params: object): void {
    this.#send({ jsonrpc: '2.0', method, params });
  }

  /** Stops reading, so that the program has to wait. */
  pause(): void {
    if (this.usable) this.#group.stdout.pause();
  }

  /** Reads on. */
  resume(): void {
    this.#group.stdout.resume();
  }

  /** Calls `listener` when it has ended and every request is settled. One listener. */
  onEnded(listener: () => void): void {
    this.#whenEnded = listener;
  }

  /** Ends the program and its children. Resolves when they are gone and every request is settled. */
  end(mode: EndMode): Promise<void> {
    const gone = this.#ending.end(mode);
    this.#ended ??= gone.then(() => this.#settle());
    return this.#ended;
  }

  #settle(): void {
    this.#read(this.#lines.end());
    const stderr = this.#stderr.text();
    for (const [id, { exchange, delivered }] of [...this.#pending]) {
      this.#pending.delete(id);
      exchange.lose({ delivered, reason: this.#reason, stderr });
    }
    this.#whenEnded();
  }

  #read(lines: readonly Line[]): void {
    for (const line of lines) {
      if (line.kind === 'overlong') this.#readOverlong(line);
      else {
        const text = decodeLine(line.bytes);
        if (text === '') continue;
        const messages = readMessages(text);
        if (messages === undefined) this.#stats.noiseLines++;
        else for (const message of messages) this.#receive(message);
      }
    }
  }

  #receive(message: Message): void {
    if (message.kind === 'response') this.#answer(message);
    else if (message.kind === 'notification') this.#notification(message);
    else {
      const error = { code: rpcCodes.methodNotFound, message: `${message.method} is no method of this side` };
      this.#send({ jsonrpc: '2.0', id: message.id, error });
    }
  }

  #answer(response: Response): void {
    const id = response.id ?? this.#onlyId();
    const pending = typeof id === 'string' ? this.#pending.get(id) : undefined;
    if (pending === undefined) {
      this.#stats.strayMessages++;
      return;
    }
    this.#pending.delete(pending.exchange.id);
    pending.exchange.answer(response);
  }

  #notification(notification: Notification): void {
    const id = notification.params['request_id'];
    const pending = typeof id === 'string' ? this.#pending.get(id) : undefined;
    if (pending?.exchange.notify(notification) !== true) this.#stats.strayMessages++;
  }

  #readOverlong(line: Line & { readonly kind: 'overlong' }): void {
    this.#stats.overlongLines++;
    const { id, requestId } = overlongIds(line);
    const told = requestId === undefined ? undefined : this.#pending.get(requestId);
    const answered = id === undefined ? undefined : this.#pending.get(id);
    if (answered !== undefined) {
      this.#pending.delete(answered.exchange.id);
      answered.exchange.overlong(line.length);
    } else told?.exchange.notifyOverlong(line.length);
  }

  /** An answer without an id can only be meant for the one request there is. */
  #onlyId(): string | undefined {
    return this.#pending.size === 1 ? this.#pending.keys().next().value : undefined;
  }

  #send(message: object): void {
    if (this.#group.stdin.writable) this.#group.stdin.write(toLine(message));
  }
}
