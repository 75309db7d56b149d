/** What can be known of a message that is too long to be parsed. */
export interface Envelope {
  /** Whether it looks like a JSON object at all. */
  readonly isObject: boolean;
  /** The JSON-RPC id, where it could be read. */
  readonly id: string | number | undefined;
  /** Whether it is a request or a notification, so nobody waits for it. */
  readonly hasMethod: boolean;
}

const quote = 0x22;
const backslash = 0x5c;
const openings = new Set([0x7b, 0x5b]);
const closings = new Set([0x7d, 0x5d]);
const comma = 0x2c;
const colon = 0x3a;
// Blanks, and the three bytes of a byte order mark.
const skipped = new Set([0x20, 0x09, 0x0d, 0xef, 0xbb, 0xbf]);
const maxToken = 256;

const parse = (token: string): unknown => {
  try {
    // One character a byte so far.
    return JSON.parse(Buffer.from(token, 'latin1').toString('utf8'));
  } catch {
    return undefined;
  }
};

/**
 * Reads the `id` and `method` of a JSON-RPC message byte by byte and keeps nothing else, so that the one call that an
 * enormous message answers can be told from the others. Only members of the outermost object count: a tool's result may
 * hold any number of `id`s.
 */
export class EnvelopeScanner {
  #depth = 0;
  #isObject: boolean | undefined;
  #inString = false;
  #escaped = false;
  #token = '';
  #key: unknown;
  #id: string | number | undefined;
  #hasMethod = false;

  /** What is known so far. */
  get envelope(): Envelope {
    return { isObject: this.#isObject === true, id: this.#id, hasMethod: this.#hasMethod };
  }

  /** Reads on. */
  push(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.#isObject === false) return;
      this.#read(byte);
    }
  }

  #read(byte: number): void {
    if (this.#isObject === undefined) {
      if (skipped.has(byte)) return;
      this.#isObject = byte === 0x7b;
      this.#depth = 1;
    } else if (this.#inString) {
      this.#collect(byte);
      if (this.#escaped) this.#escaped = false;
      else if (byte === backslash) this.#escaped = true;
      else if (byte === quote) this.#inString = false;
    } else {
      this.#readOutsideString(byte);
    }
  }

  #readOutsideString(byte: number): void {
    if (openings.has(byte)) {
      this.#depth += 1;
    } else if (closings.has(byte)) {
      if (this.#depth === 1) this.#endMember();
      this.#depth -= 1;
    } else if (this.#depth === 1 && byte === colon) {
      this.#key = parse(this.#token);
      this.#token = '';
    } else if (this.#depth === 1 && byte === comma) {
      this.#endMember();
    } else {
      this.#inString = byte === quote;
      this.#collect(byte);
    }
  }

  #collect(byte: number): void {
    if (this.#depth === 1 && this.#token.length < maxToken) this.#token += String.fromCharCode(byte);
  }

  #endMember(): void {
    if (this.#key === 'method') this.#hasMethod = true;
    if (this.#key === 'id') {
      const id = parse(this.#token);
      this.#id = typeof id === 'string' || typeof id === 'number' ? id : undefined;
    }
    this.#key = undefined;
    this.#token = '';
  }
}
