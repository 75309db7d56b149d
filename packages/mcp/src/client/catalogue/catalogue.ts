import { isDeepStrictEqual } from 'node:util';
import type { Clock, JsonValue, ToolSpec } from '@pawl/core';
import { McpConnectionError } from '../mcp-connection-error.js';
import type { McpWarning } from '../mcp-executor-options.js';
import { specFromTool } from './spec-from-tool.js';

/** Where a catalogue comes from and whom it tells. */
export interface CatalogueSource {
  /** What messages call the server. */
  readonly name: string;
  /** Asks the server for its tools. */
  readonly list: () => Promise<readonly JsonValue[]>;
  /** Whether the operator lets approvals of a tool be remembered. */
  readonly isCacheable: (tool: string) => boolean;
  readonly warn: (warning: McpWarning) => void;
  readonly clock: Clock;
}

/** Waits, in milliseconds, before a list that got lost on its way is asked for again: no other notice need follow. */
const againAfterMs = [500, 2_000, 8_000] as const;

/** The server's tools: the same array until the server's list changes. */
export class Catalogue {
  readonly #source: CatalogueSource;
  readonly #listeners = new Set<{ readonly listener: () => void }>();
  #tools: readonly JsonValue[] = [];
  #specs: readonly ToolSpec[] = Object.freeze([]);
  #isRefreshing = false;
  #isStale = false;
  #isStopped = false;
  #lost = 0;
  #cancelAgain: () => void = () => {};

  constructor(source: CatalogueSource) {
    this.#source = source;
  }

  /** The specs as of the last list. */
  get specs(): readonly ToolSpec[] {
    return this.#specs;
  }

  /** Calls `listener` once for each change; returns the unsubscribe. */
  onChange(listener: () => void): () => void {
    const entry = { listener };
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }

  /** Reads the list for the first time. @throws {McpConnectionError} `catalogue` */
  async load(): Promise<void> {
    this.#isRefreshing = true;
    try {
      await this.#read();
    } finally {
      this.#isRefreshing = false;
    }
    if (this.#isStale) void this.refresh();
  }

  /** `true` where the list differs from the one before. */
  async #read(): Promise<boolean> {
    const tools = await this.#source.list();
    if (isDeepStrictEqual(tools, this.#tools)) return false;
    this.#specs = this.#specsOf(tools);
    this.#tools = tools;
    return true;
  }

  /** The connection has ended: nothing is read any more. */
  stop(): void {
    this.#isStopped = true;
    this.#cancelAgain();
  }

  /**
   * Reads the list anew because the server says that it changed. A storm of such notices costs at most one reading more
   * than the one under way; a list that cannot be used leaves the one before in place, and one that got lost is asked
   * for again.
   */
  async refresh(): Promise<void> {
    this.#isStale = true;
    if (this.#isRefreshing) return;
    this.#isRefreshing = true;
    this.#cancelAgain();
    try {
      while (this.#isStale) {
        this.#isStale = false;
        if (await this.#read()) this.#tell();
      }
      this.#lost = 0;
    } catch (error) {
      this.#keepOld(error);
    } finally {
      this.#isRefreshing = false;
    }
  }

  #keepOld(error: unknown): void {
    const problem = error instanceof Error ? error.message : String(error);
    this.#warn(`the changed tool list of ${this.#source.name} could not be used, the one before stays: ${problem}`);
    const isRead = error instanceof McpConnectionError && error.code === 'catalogue';
    const ms = againAfterMs[this.#lost];
    if (isRead || this.#isStopped || ms === undefined) return;
    this.#lost += 1;
    this.#cancelAgain = this.#source.clock.setTimeout(() => void this.refresh(), ms);
  }

  #specsOf(tools: readonly JsonValue[]): readonly ToolSpec[] {
    const specs = new Map<string, ToolSpec>();
    for (const tool of tools) {
      const spec = specFromTool(tool);
      if (spec === undefined) {
        this.#warn(`${this.#source.name} lists a tool without a name; it is left out`);
      } else if (specs.has(spec.name)) {
        const message = `the MCP server ${this.#source.name} lists ${JSON.stringify(spec.name)} twice: which one would run cannot be told`;
        throw new McpConnectionError('catalogue', message);
      } else {
        const isCacheable = this.#source.isCacheable(spec.name);
        specs.set(spec.name, isCacheable ? Object.freeze({ ...spec, cacheableApproval: true }) : spec);
      }
    }
    return Object.freeze([...specs.values()]);
  }

  #tell(): void {
    for (const { listener } of [...this.#listeners]) {
      try {
        listener();
      } catch (error) {
        // One listener's fault is not another's, and there is no caller to throw it to.
        this.#warn(`a listener to the tool list of ${this.#source.name} threw: ${String(error)}`);
      }
    }
  }

  #warn(message: string): void {
    this.#source.warn({ code: 'catalogue', message });
  }
}
