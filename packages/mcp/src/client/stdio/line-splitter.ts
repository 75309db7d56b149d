import { type Envelope, EnvelopeScanner } from './envelope-scanner.js';

const newline = 0x0a;

/** Who is told of the lines. */
export interface LineSink {
  /** Bytes of the longest line that is kept. */
  readonly maxBytes: number;
  /** A line without its end, as UTF-8; never blank, and without a byte order mark. */
  readonly onLine: (line: string) => void;
  /** A line that was too long and is gone. */
  readonly onOverlong: (envelope: Envelope) => void;
}

/**
 * Cuts a stream of bytes into lines. It cuts bytes, not text, so a character that two chunks share survives; what is
 * kept of an unfinished line never exceeds `maxBytes` and one chunk.
 */
export class LineSplitter {
  readonly #sink: LineSink;
  #parts: Uint8Array[] = [];
  #bytes = 0;
  #scanner: EnvelopeScanner | undefined;

  constructor(sink: LineSink) {
    this.#sink = sink;
  }

  /** Takes the next bytes. */
  push(chunk: Uint8Array): void {
    let from = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
      this.#add(chunk.subarray(from, end));
      this.end();
      from = end + 1;
    }
    this.#add(chunk.subarray(from));
  }

  /** Ends the line: at a newline, and where the stream ends without one. */
  end(): void {
    const [parts, scanner] = [this.#parts, this.#scanner];
    this.#parts = [];
    this.#bytes = 0;
    this.#scanner = undefined;
    if (scanner !== undefined) {
      this.#sink.onOverlong(scanner.envelope);
      return;
    }
    // `trim` takes the carriage return and the byte order mark too; neither can begin or end a JSON message.
    const line = Buffer.concat(parts).toString('utf8').trim();
    if (line !== '') this.#sink.onLine(line);
  }

  #add(part: Uint8Array): void {
    if (part.length === 0) return;
    this.#bytes += part.length;
    if (this.#scanner === undefined && this.#bytes > this.#sink.maxBytes) {
      this.#scanner = new EnvelopeScanner();
      for (const kept of this.#parts) this.#scanner.push(kept);
      this.#parts = [];
    }
    if (this.#scanner === undefined) this.#parts.push(part);
    else this.#scanner.push(part);
  }
}
