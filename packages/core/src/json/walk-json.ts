import { JsonError } from './json-error.js';

/** Nesting deeper than this is refused: it is no tool's real argument, and it would overflow the stack of whoever reads it. */
export const maxJsonDepth = 256;

// RFC 7493, section 2.1: no surrogates that stand alone, and no noncharacters.
const notIJsonText = /[\p{Surrogate}\p{Noncharacter_Code_Point}]/u;

const copyMember = (copy: Record<string, unknown>, key: string, value: unknown): void => {
  if (key === '__proto__') Object.defineProperty(copy, key, { value, enumerable: true });
  else copy[key] = value;
};

class Walk {
  readonly #copies: boolean;
  readonly #path: (string | number)[] = [];
  /** The objects that are being walked, outermost first: one that turns up twice is a cycle. */
  readonly #open: object[] = [];

  constructor(purpose: 'copy' | 'check') {
    this.#copies = purpose === 'copy';
  }

  #refuse(problem: string): never {
    const tokens = this.#path.map((token) => `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`);
    throw new JsonError(tokens.join(''), problem);
  }

  #text(text: string): string {
    if (notIJsonText.test(text)) this.#refuse('holds half a surrogate pair or a noncharacter (RFC 7493, 2.1)');
    return text;
  }

  value(value: unknown): unknown {
    if (value === null || typeof value === 'boolean') return value;
    if (typeof value === 'string') return this.#text(value);
    if (typeof value === 'number' && Number.isFinite(value)) return value === 0 ? 0 : value;
    if (typeof value !== 'object') return this.#refuse(`is ${String(value)}, which JSON cannot say`);
    if (this.#open.includes(value)) this.#refuse('contains itself');
    if (this.#open.length >= maxJsonDepth) this.#refuse(`is nested deeper than ${maxJsonDepth} levels`);
    this.#open.push(value);
    const result = Array.isArray(value) ? this.#array(value) : this.#object(value);
    this.#open.pop();
    return this.#copies ? Object.freeze(result) : value;
  }

  #array(value: readonly unknown[]): object {
    const copy = Array.from(value, (_, index) => this.#member(value, index));
    // The items and `length`; anything more is a named member, which JSON would drop.
    if (Reflect.ownKeys(value).length !== value.length + 1) this.#refuse('is an array with named members');
    return copy;
  }

  #object(value: object): object {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== null && prototype !== Object.prototype) this.#refuse('is a class instance: pass plain JSON');
    const copy: Record<string, unknown> = {};
    for (const key of Reflect.ownKeys(value)) {
      if (typeof key === 'symbol') this.#refuse(`has a member named by ${String(key)}`);
      copyMember(copy, key, this.#member(value, key));
    }
    return copy;
  }

  #member(owner: object, key: string | number): unknown {
    this.#path.push(key);
    this.#text(String(key));
    const property = Object.getOwnPropertyDescriptor(owner, key);
    // A getter could answer differently when the tool runs than when a person approved.
    if (property?.get !== undefined || property?.enumerable !== true)
      this.#refuse('is a hole, a getter or hidden: pass its value');
    const item = this.value(property.value);
    this.#path.pop();
    return item;
  }
}

/** `copy` builds a deep-frozen copy, `check` only looks. @throws {JsonError} for what is not I-JSON (RFC 7493). */
export const walkJson = (value: unknown, purpose: 'copy' | 'check'): unknown => new Walk(purpose).value(value);
