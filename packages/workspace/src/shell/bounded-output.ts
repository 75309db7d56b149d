import { StringDecoder } from 'node:string_decoder';

/** The start and the end of what a program writes, with a mark for what was cut between them. */
export class BoundedOutput {
  private readonly head: number;
  private readonly tail: number;
  private readonly decoder = new StringDecoder('utf8');
  private shown = '';
  private shownBytes = 0;
  private rest = Buffer.alloc(0);
  private cutBytes = 0;

  /** Keeps `bytes` bytes: three quarters of them from the start. */
  constructor(bytes: number) {
    this.head = Math.ceil((bytes * 3) / 4);
    this.tail = bytes - this.head;
  }

  /** Takes what was written; returns what of it belongs to the start, as text in whole characters. */
  push(chunk: Buffer): string {
    const room = this.head - this.shownBytes;
    const text = room > 0 ? this.decoder.write(chunk.subarray(0, room)) : '';
    this.shownBytes += Math.min(room, chunk.length);
    this.shown += text;
    if (chunk.length > room) this.keepEnd(chunk.subarray(room));
    return text;
  }

  private keepEnd(chunk: Buffer): void {
    const all = Buffer.concat([this.rest, chunk.subarray(Math.max(0, chunk.length - this.tail))]);
    const end = all.subarray(Math.max(0, all.length - this.tail));
    this.cutBytes += this.rest.length + chunk.length - end.length;
    this.rest = Buffer.from(end);
  }

  /** How many bytes are not in the text. */
  get cut(): number {
    return this.cutBytes;
  }

  /** All that is kept. */
  text(): string {
    if (this.cutBytes > 0) return `${this.shown}\n[… ${this.cutBytes} bytes cut …]\n${this.rest.toString('utf8')}`;
    return this.shown + this.decoder.write(this.rest) + this.decoder.end();
  }
}
